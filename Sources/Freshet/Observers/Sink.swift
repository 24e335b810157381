// Sendable: the events of a chain are serialized; each happens before the next.
/// The receiving end of a stage: one virtual call per event.
///
/// The caller follows the Rx contract: `next* (error | completed)?`, one event at a time, each before the next.
class Sink<Element>: @unchecked Sendable {
    func next(_ element: Element) {}
    func error(_ error: any Error) {}
    func completed() {}
}

extension Sink {
    /// Calls the method for the event's kind.
    final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): self.error(error)
        case .completed: completed()
        }
    }
}

/// A sink that forwards terminal events unchanged, at most one.
///
/// A stage may end before its source does (`take` after its last element, `map` when its closure throws). It then
/// receives the source's terminal event too and drops it. It receives no further elements: the receiver of its terminal
/// event ends the lifetime, which sources check before they emit.
class Stage<Input, Output>: Sink<Input>, @unchecked Sendable {
    final let downstream: Sink<Output>
    private var hasEnded = false

    init(_ downstream: Sink<Output>) { self.downstream = downstream }

    override func error(_ error: any Error) { fail(error) }
    override func completed() { complete() }

    /// Returns true for the first caller only, which may send the terminal event.
    final func end() -> Bool {
        defer { hasEnded = true }
        return !hasEnded
    }

    /// Sends a terminal event, unless one was sent before.
    final func conclude(_ termination: Termination) {
        if end() { downstream.finish(termination) }
    }

    final func fail(_ error: any Error) { conclude(.error(error)) }
    final func complete() { conclude(.completed) }
}

/// The base class of stages that call a closure, which must not start after the lifetime has ended.
class ClosureStage<Input, Output>: Stage<Input, Output>, @unchecked Sendable {
    final let lifetime: Lifetime

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime) {
        self.lifetime = lifetime
        super.init(downstream)
    }
}
