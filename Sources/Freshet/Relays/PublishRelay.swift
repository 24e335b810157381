/// A ``PublishSubject`` that never ends and never fails.
public final class PublishRelay<Element>: ObservableType {
    private let subject = PublishSubject<Element>(anyElement: ())

    /// A relay without subscribers.
    public init() {}

    /// Delivers the element to all who listen. May be called on any thread.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Begins to deliver what comes from now on, on the threads that accept it, until what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The stream of what is accepted from the subscription on. Never ends.
    public func asObservable() -> Observable<Element> { subject }

    /// The same stream with the promise that it never fails in its type.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

extension PublishRelay: Sendable where Element: Sendable {}
