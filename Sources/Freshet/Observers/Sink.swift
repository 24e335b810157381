// Sendable: the events of a chain are serialized; each happens before the next.
/// The receiving end of a stage: one virtual call per event.
///
/// The caller follows the Rx contract: `next* (error | completed)?`, one event at a time, each before the next.
class Sink<Element>: @unchecked Sendable {
    func next(_ element: Element) {}
    func error(_ error: any Error) {}
    func completed() {}

    /// The demand of the consumer, for a stream that foreign code subscribes to this sink as an observer.
    var consumerDemand: Demand? { nil }
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
