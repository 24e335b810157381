// Sendable: the end is touched by the delivering thread only; the rest is immutable after init.
/// A ``SerializedStage`` without the type of its elements.
class AnySerializedStage: @unchecked Sendable {
    final let serializer = Serializer()
    /// The stage's own; the lifetimes of its sources end no later.
    final let lifetime: Lifetime
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) fileprivate(set) final var hasEnded = false

    init(_ lifetime: Lifetime) { self.lifetime = lifetime }

    /// Whether events are still wanted: neither an end has been delivered nor the subscription disposed.
    @inline(__always)
    final var isOpen: Bool { !hasEnded && !lifetime.isDisposed }

    /// Runs `work` in its turn, unless the stage is over by then.
    final func perform(_ work: @escaping @Sendable () -> Void) {
        serializer.perform { if self.isOpen { work() } }
    }

    /// Ends the stage without delivering an event; true for the first end only.
    final func close() -> Bool {
        if !isOpen { return false }
        hasEnded = true
        return true
    }

    /// Delivers a terminal event, unless the stage is over.
    func finish(_ end: Termination) {}
    final func fail(_ error: any Error) { finish(.error(error)) }
    final func complete() { finish(.completed) }
}

// Sendable: see AnySerializedStage; downstream is immutable after init.
/// What operators with several sources, threads or timers are made of.
///
/// It alone decides about order, ends and disposal: a ``SerializedInlet`` hands it each event of a source, one at a time and in causal order, and drops the event once
/// the stage has ended or its subscription has been disposed. An operator says only what to do with an event.
class SerializedStage<Output>: AnySerializedStage, @unchecked Sendable {
    final let downstream: Sink<Output>

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        self.downstream = downstream
        super.init(lifetime)
    }

    /// Delivers an element, unless the stage is over.
    @inline(__always)
    final func emit(_ element: Output) {
        if isOpen { downstream.next(element) }
    }

    override final func finish(_ end: Termination) {
        if close() { downstream.finish(end) }
    }
}

// Sendable: the stage serializes events; the lifetime is set before the source is subscribed to.
/// Receives the events of one source of a ``SerializedStage``.
class SerializedInlet<Input, Stage: AnySerializedStage>: Sink<Input>, @unchecked Sendable {
    final let stage: Stage
    /// The source's own; nil if the source shares the stage's, or ends at once.
    final var lifetime: Lifetime?

    init(_ stage: Stage, _ lifetime: Lifetime? = nil) {
        self.stage = stage
        self.lifetime = lifetime
    }

    /// Handles an element in its turn. The stage is open.
    func received(_ element: Input) {}

    /// Handles the source's end in its turn. The stage is open.
    func ended(_ end: Termination) { stage.finish(end) }

    /// Called for an event that comes once the stage is over.
    func dropped() {}

    override final func next(_ element: Input) {
        switch stage.serializer.enter() {
        case .entered:
            deliver(element)
            stage.serializer.leave()
        case .reentered:
            stage.serializer.origin.descends(true)
            deliver(element)
            stage.serializer.origin.ascends(true)
        case .busy: enqueue(element)
        }
    }

    override final func error(_ error: any Error) {
        if let lifetime, !lifetime.stop() { return }
        sourceEnded(.error(error))
    }

    override final func completed() {
        if let lifetime {
            guard lifetime.stop() else { return }
            lifetime.dispose()
        }
        sourceEnded(.completed)
    }

    /// Receives the end of a source that has no lifetime of its own.
    final func sourceEnded(_ end: Termination) {
        switch stage.serializer.enter() {
        case .entered:
            deliver(end)
            stage.serializer.leave()
        case .reentered: deliver(end)
        case .busy: stage.serializer.enqueue { self.deliver(end) }
        }
    }

    @inline(__always)
    private func deliver(_ element: Input) {
        if stage.isOpen { received(element) } else { dropped() }
    }

    @inline(never)
    private func enqueue(_ element: Input) {
        let element = Handover(element)
        stage.serializer.enqueue { self.deliver(element.value) }
    }

    private func deliver(_ end: Termination) {
        if stage.isOpen { ended(end) } else { dropped() }
    }
}
