/// What can receive the events of a stream.
public protocol ObserverType<Element>: SendableMetatype {
    /// What it receives.
    associatedtype Element
    /// Receives an event. The sender keeps to `next* (error | completed)?`, one at a time.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Receives an element.
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Receives the end.
    public func onCompleted() { on(.completed) }

    /// Receives a failure.
    public func onError(_ error: any Error) { on(.error(error)) }
}
