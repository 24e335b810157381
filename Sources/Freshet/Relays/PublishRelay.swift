/// A ``PublishSubject`` that never ends.
/// - Ends: never.
/// - Runs on: the thread that calls ``accept(_:)``, or the thread that is delivering another element.
/// - Keeps: events sent while another thread delivers, without a bound.
public final class PublishRelay<Element>: ObservableType {
    private let subject = PublishSubject<Element>(anyElement: ())

    /// Creates a relay without subscribers.
    public init() {}

    /// Delivers the element to all subscribers. Can be called on any thread.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Delivers each element accepted from now on to `observer`.
    ///
    /// It delivers on the threads that call ``accept(_:)`` until the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The elements accepted after the subscription. Never ends.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as an `Infallible`. Never fails.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

extension PublishRelay: Sendable where Element: Sendable {}
