/// A ``ReplaySubject`` that never ends.
/// - Ends: never.
/// - Runs on: the thread that calls ``accept(_:)``, or the thread that is delivering another element.
/// - Keeps: the newest elements, up to its buffer size.
public final class ReplayRelay<Element>: ObservableType {
    private let subject: ReplaySubject<Element>

    private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

    /// Creates a relay that replays the newest `bufferSize` elements.
    /// - Precondition: `bufferSize` is not negative.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        precondition(bufferSize >= 0, "`bufferSize` must not be negative.")
        return ReplayRelay(ReplaySubject(capacity: bufferSize))
    }

    /// Creates a relay that keeps and replays all elements, without a bound.
    public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(ReplaySubject(capacity: .max)) }

    /// Keeps the element and delivers it to all subscribers. Can be called on any thread.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Delivers the retained elements, then each accepted element, to `observer`.
    ///
    /// It delivers on the threads that call ``accept(_:)`` until the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The kept elements and the elements accepted later. Never ends.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as an `Infallible`. Never fails.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

extension ReplayRelay: Sendable where Element: Sendable {}
