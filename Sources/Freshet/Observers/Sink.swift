/// The receiving end of a stage: one virtual call for an event.
///
/// Whoever calls keeps the Rx contract: `next* (error | completed)?`, one event at a time, each before the next.
// Safe to hand between threads: events of one chain arrive one at a time, each ordered before the next by whoever hands them over.
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

/// The sink of a stage that hands terminal events on as they are.
// Safe to hand between threads: see Sink.
class Stage<Input, Output>: Sink<Input>, @unchecked Sendable {
    final let downstream: Sink<Output>

    init(_ downstream: Sink<Output>) { self.downstream = downstream }

    override func error(_ error: any Error) { downstream.error(error) }
    override func completed() { downstream.completed() }
}
