/// A type that receives the events of a stream.
public protocol ObserverType<Element>: SendableMetatype {
    /// The type of elements that the observer receives.
    associatedtype Element
    /// Receives an event. Senders must follow `next* (error | completed)?` and send one event at a time.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Sends `.next`; shorthand for ``on(_:)``.
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Sends `.completed`. No event may follow.
    public func onCompleted() { on(.completed) }

    /// Sends `.error`. No event may follow.
    public func onError(_ error: any Error) { on(.error(error)) }
}
