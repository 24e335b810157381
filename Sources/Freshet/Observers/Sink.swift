// Safe to hand between threads: events of one chain arrive one at a time, each ordered before the next by whoever hands them over.
/// The receiving end of a stage: one virtual call for an event.
///
/// Whoever calls keeps the Rx contract: `next* (error | completed)?`, one event at a time, each before the next.
class Sink<Element>: @unchecked Sendable {
    func next(_ element: Element) {}
    func error(_ error: any Error) {}
    func completed() {}
}

extension Sink {
    /// Delivers an event to the method for its kind.
    final func on(_ event: Event<Element>) {
        switch event {
        case .next(let element): next(element)
        case .error(let error): self.error(error)
        case .completed: completed()
        }
    }
}

// Safe to hand between threads: see Sink.
/// The sink of a stage that hands terminal events on as they are, and no more than one.
///
/// A stage that ends by itself (`take` with its last element, `map` when its closure throws) hears the source's own end afterwards; elements
/// it hears no more, since whoever received its terminal event has ended the lifetime at which sources look before they emit.
class Stage<Input, Output>: Sink<Input>, @unchecked Sendable {
    final let downstream: Sink<Output>
    private var hasEnded = false

    init(_ downstream: Sink<Output>) { self.downstream = downstream }

    override func error(_ error: any Error) { fail(error) }
    override func completed() { complete() }

    /// Whether a terminal event may be sent: true for the first caller only.
    final func end() -> Bool {
        defer { hasEnded = true }
        return !hasEnded
    }

    /// Delivers a terminal event, unless one has been delivered.
    final func conclude(_ termination: Termination) {
        if end() { downstream.finish(termination) }
    }

    final func fail(_ error: any Error) { conclude(.error(error)) }
    final func complete() { conclude(.completed) }
}
