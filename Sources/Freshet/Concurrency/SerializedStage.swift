// Sendable: only the delivering thread accesses `hasEnded`; the rest is immutable after init.
/// The base class of ``SerializedStage``, independent of the element type.
class AnySerializedStage: @unchecked Sendable {
    final let serializer = Serializer()
    /// The stage's lifetime. Its sources' lifetimes end no later.
    final let lifetime: Lifetime
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) fileprivate(set) final var hasEnded = false

    init(_ lifetime: Lifetime) { self.lifetime = lifetime }

    /// True if the stage still delivers: it has neither ended nor been disposed.
    @inline(__always)
    final var isOpen: Bool { !hasEnded && !lifetime.hasEnded }

    /// Runs `work` inside the serializer, unless the stage has ended or been disposed by then.
    final func perform(_ work: @escaping @Sendable () -> Void) {
        serializer.perform { if self.isOpen { work() } }
    }

    /// Ends the stage without delivering an event. Returns true for the first caller only, and false after disposal.
    final func close() -> Bool {
        if !isOpen { return false }
        hasEnded = true
        return true
    }

    /// Delivers a terminal event, unless the stage has ended or been disposed.
    func finish(_ end: Termination) {}
    final func fail(_ error: any Error) { finish(.error(error)) }
    final func complete() { finish(.completed) }
}

// Sendable: see AnySerializedStage; downstream is immutable after init.
/// The base class of stages with several sources, threads or timers.
///
/// Together with ``SerializedSink`` it enforces order, terminal events and disposal: its sinks deliver events one at
/// a time and in causal order, and drop them once the stage has ended or been disposed. An operator only handles the
/// events.
class SerializedStage<Output>: AnySerializedStage, @unchecked Sendable {
    final let downstream: Sink<Output>

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        self.downstream = downstream
        super.init(lifetime)
    }

    // Neither method is inlined: otherwise the caller would retain `downstream` during the call.
    /// Delivers an element.
    /// - Precondition: the stage is open.
    @inline(never)
    final func forward(_ element: Output) { downstream.next(element) }

    /// Delivers an element, unless the stage has ended or been disposed.
    @inline(never)
    final func emit(_ element: Output) {
        if isOpen { downstream.next(element) }
    }

    override final func finish(_ end: Termination) {
        if close() { downstream.finish(end) }
    }
}

// Sendable: the stage serializes events; `lifetime` is set before the subscription.
/// Receives the events of one source of a ``SerializedStage``.
class SerializedSink<Input, Stage: AnySerializedStage>: Sink<Input>, @unchecked Sendable {
    final let stage: Stage
    /// The source's lifetime; nil if the source shares the stage's lifetime or ends without a subscription.
    final var lifetime: Lifetime?

    init(_ stage: Stage, _ lifetime: Lifetime? = nil) {
        self.stage = stage
        self.lifetime = lifetime
    }

    /// Handles an element. Called inside the serializer, while the stage is open.
    func received(_ element: Input) {}

    /// Handles the source's terminal event. Called inside the serializer, while the stage is open.
    func ended(_ end: Termination) { stage.finish(end) }

    /// Called for each event that waits because another thread is delivering.
    func waited() {}

    /// Called for each event that is dropped because the stage has ended or been disposed.
    func dropped() {}

    override final func next(_ element: Input) {
        switch stage.serializer.enter() {
        case .entered:
            deliver(element)
            stage.serializer.leave()
        case .reentered:
            stage.serializer.creationSite.beginNestedCall(true)
            deliver(element)
            stage.serializer.creationSite.endNestedCall(true)
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

    /// Receives the terminal event of a source without its own lifetime.
    final func sourceEnded(_ end: Termination) {
        switch stage.serializer.enter() {
        case .entered:
            deliver(end)
            stage.serializer.leave()
        case .reentered: deliver(end)
        case .busy:
            waited()
            stage.serializer.enqueue { self.deliver(end) }
        }
    }

    @inline(__always)
    private func deliver(_ element: Input) {
        if stage.isOpen { received(element) } else { dropped() }
    }

    @inline(never)
    private func enqueue(_ element: Input) {
        waited()
        let element = UncheckedTransfer(element)
        guard let demand = (lifetime ?? stage.lifetime).demand else {
            return stage.serializer.enqueue { self.deliver(element.value) }
        }
        demand.enqueue()
        stage.serializer.enqueue {
            self.deliver(element.value)
            demand.dequeue()
        }
    }

    private func deliver(_ end: Termination) {
        if stage.isOpen { ended(end) } else { dropped() }
    }
}
