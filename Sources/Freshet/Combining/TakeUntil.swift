extension ObservableType {
    /// Delivers elements until `other` delivers its first one, then completes.
    ///
    /// *Ends* also with the source, and fails with the first error of either; `other` completing changes nothing.
    public func take(until other: some ObservableType) -> Observable<Element> {
        Gated(asObservable(), other.asObservable(), .closing)
    }

    /// Leaves elements out until `other` delivers its first one.
    ///
    /// *Ends* with the source, and fails with the first error of either. A source that completes before `other` has delivered, or whose `other` never
    /// does, ends without a word, as RxSwift has it: everything is disposed and no completion is sent.
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
        let sourceLifetime = lifetime.makeChild()
        let stage = GatedSink(sink, isOpen: motion == .closing, sourceLifetime, otherLifetime)
        let gate = GateSink<Element, Other>(stage, motion, otherLifetime)
        // As in RxSwift: what closes the gate is asked before the source, what opens it after the source.
        if motion == .opening { source.run(stage, sourceLifetime) }
        if !otherLifetime.isDisposed { other.run(gate, otherLifetime) }
        if motion == .closing, !sourceLifetime.isDisposed { source.run(stage, sourceLifetime) }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class GatedSink<Element>: Sink<Element>, @unchecked Sendable {
    let serializer = Serializer()
    private let downstream: Sink<Element>
    private let lifetime: Lifetime
    private let otherLifetime: Lifetime
    var isOpen: Bool
    private var hasEnded = false

    init(_ downstream: Sink<Element>, isOpen: Bool, _ lifetime: Lifetime, _ otherLifetime: Lifetime) {
        self.downstream = downstream
        self.isOpen = isOpen
        self.lifetime = lifetime
        self.otherLifetime = otherLifetime
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
        guard lifetime.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        guard lifetime.stop() else { return }
        serializer.perform {
            sourceCompleted()
        } deferred: {
            { self.sourceCompleted() }
        }
    }

    private func pass(_ element: Element) {
        if isOpen, !hasEnded { downstream.next(element) }
    }

    func fail(_ error: any Error) { end(.error(error)) }

    func complete() { end(.completed) }

    private func sourceCompleted() { end(isOpen ? .completed : nil) }

    private func end(_ event: Event<Element>?) {
        guard !hasEnded else { return }
        hasEnded = true
        if let event { downstream.on(event) }
        lifetime.dispose()
        otherLifetime.dispose()
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
        guard lifetime.stop() else { return }
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
        guard lifetime.stop() else { return }
        let stage = stage
        stage.serializer.perform {
            stage.fail(error)
        } deferred: {
            { stage.fail(error) }
        }
    }

    override func completed() { lifetime.dispose() }
}
