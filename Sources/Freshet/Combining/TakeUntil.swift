extension ObservableType {
    /// Delivers elements until `other` delivers its first one, then completes.
    ///
    /// *Ends* also with the source, and fails with the first error of either; `other` completing changes nothing.
    public func take(until other: some ObservableType) -> Observable<Element> {
        Gated(asObservable(), other.asObservable(), .closing)
    }

    /// Leaves elements out until `other` delivers its first one.
    ///
    /// *Ends* with the source, and fails with the first error of either; if `other` completes without an element, nothing is ever delivered.
    public func skip(until other: some ObservableType) -> Observable<Element> {
        Gated(asObservable(), other.asObservable(), .opening)
    }
}

/// Which way the first element of the other stream moves the gate.
private enum GateMotion: Sendable {
    case opening
    case closing
}

// Safe to share: see Observable.
private final class Gated<Element, Other>: Observable<Element>, @unchecked Sendable {
    private let source: Observable<Element>
    private let other: Observable<Other>
    private let motion: GateMotion

    init(_ source: Observable<Element>, _ other: Observable<Other>, _ motion: GateMotion) {
        self.source = source
        self.other = other
        self.motion = motion
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let otherLifetime = lifetime.makeChild()
        let stage = GatedSink(sink, isOpen: motion == .closing)
        other.run(GateSink<Element, Other>(stage, motion, otherLifetime), otherLifetime)
        if !lifetime.isDisposed { source.run(stage, lifetime) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class GatedSink<Element>: Sink<Element>, @unchecked Sendable {
    let serializer = Serializer()
    private let downstream: Sink<Element>
    var isOpen: Bool
    private var hasEnded = false

    init(_ downstream: Sink<Element>, isOpen: Bool) {
        self.downstream = downstream
        self.isOpen = isOpen
    }

    override func next(_ element: Element) {
        serializer.perform {
            pass(element)
        } deferred: {
            let element = Handover(element)
            return { self.pass(element.value) }
        }
    }

    override func error(_ error: any Error) {
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        serializer.perform {
            complete()
        } deferred: {
            { self.complete() }
        }
    }

    private func pass(_ element: Element) {
        if isOpen, !hasEnded { downstream.next(element) }
    }

    func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.error(error)
    }

    func complete() {
        guard !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }
}

// Safe to hand between threads: see Sink.
private final class GateSink<Element, Other>: Sink<Other>, @unchecked Sendable {
    private let stage: GatedSink<Element>
    private let motion: GateMotion
    private let lifetime: Lifetime

    init(_ stage: GatedSink<Element>, _ motion: GateMotion, _ lifetime: Lifetime) {
        self.stage = stage
        self.motion = motion
        self.lifetime = lifetime
    }

    override func next(_ element: Other) {
        lifetime.dispose()
        let (stage, motion) = (stage, motion)
        let move: @Sendable () -> Void = {
            switch motion {
            case .opening: stage.isOpen = true
            case .closing: stage.complete()
            }
        }
        stage.serializer.perform {
            move()
        } deferred: {
            move
        }
    }

    override func error(_ error: any Error) {
        let stage = stage
        stage.serializer.perform {
            stage.fail(error)
        } deferred: {
            { stage.fail(error) }
        }
    }

    override func completed() { lifetime.dispose() }
}
