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
        let stage = GatedStage(sink, lifetime, passes: motion == .closing)
        let (otherLifetime, sourceLifetime) = (lifetime.makeChild(), lifetime.makeChild())
        let gate = GateInlet<Other, Element>(stage, otherLifetime, motion)
        let inlet = GatedInlet(stage, sourceLifetime, otherLifetime)
        // As in RxSwift: a closing gate is subscribed to before the source, an opening one after it.
        if motion == .opening { source.run(inlet, sourceLifetime) }
        if !otherLifetime.isDisposed { other.run(gate, otherLifetime) }
        if motion == .closing, !sourceLifetime.isDisposed { source.run(inlet, sourceLifetime) }
    }
}

// Sendable: see SerializedStage.
private final class GatedStage<Element>: SerializedStage<Element>, @unchecked Sendable {
    /// Whether elements pass.
    var passes: Bool

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, passes: Bool) {
        self.passes = passes
        super.init(downstream, lifetime)
    }
}

// Sendable: see SerializedInlet.
private final class GatedInlet<Element>: SerializedInlet<Element, GatedStage<Element>>, @unchecked Sendable {
    private let otherLifetime: Lifetime

    init(_ stage: GatedStage<Element>, _ lifetime: Lifetime, _ otherLifetime: Lifetime) {
        self.otherLifetime = otherLifetime
        super.init(stage, lifetime)
    }

    override func received(_ element: Element) {
        if stage.passes { stage.downstream.next(element) }
    }

    override func ended(_ end: Termination) {
        if case .completed = end, !stage.passes {
            // As in RxSwift: a source that completes before the gate opens ends the stream without an event.
            if stage.close() { otherLifetime.dispose() }
        } else {
            stage.finish(end)
        }
    }
}

// Sendable: see SerializedInlet.
private final class GateInlet<Other, Element>: SerializedInlet<Other, GatedStage<Element>>, @unchecked Sendable {
    private let motion: GateMotion

    init(_ stage: GatedStage<Element>, _ lifetime: Lifetime, _ motion: GateMotion) {
        self.motion = motion
        super.init(stage, lifetime)
    }

    override func received(_ element: Other) {
        // One element is enough.
        lifetime?.dispose()
        switch motion {
        case .opening: stage.passes = true
        case .closing: stage.complete()
        }
    }

    override func ended(_ end: Termination) {
        if case .error = end { stage.finish(end) }
    }
}
