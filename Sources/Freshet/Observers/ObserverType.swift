/// What can receive the events of a stream.
public protocol ObserverType<Element>: SendableMetatype {
    /// What it receives.
    associatedtype Element
    /// Receives an event. The sender keeps to `next* (error | completed)?`, one at a time.
    func on(_ event: Event<Element>)
}

extension ObserverType {
    /// Sends `.next`: shorter than ``on(_:)``.
    public func onNext(_ element: Element) { on(.next(element)) }

    /// Sends `.completed`; nothing may follow.
    public func onCompleted() { on(.completed) }

    /// Sends `.error`; nothing may follow.
    public func onError(_ error: any Error) { on(.error(error)) }
}
