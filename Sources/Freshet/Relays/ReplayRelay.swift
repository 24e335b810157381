/// A ``ReplaySubject`` that never ends and never fails.
public final class ReplayRelay<Element>: ObservableType {
    private let subject: ReplaySubject<Element>

    private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

    /// A relay that keeps the newest `bufferSize` elements for those who come later.
    /// - Precondition: `bufferSize` is not negative.
    public static func create(bufferSize: Int) -> ReplayRelay<Element> {
        precondition(bufferSize >= 0, "A relay cannot keep \(bufferSize) elements.")
        return ReplayRelay(ReplaySubject(capacity: bufferSize))
    }

    /// A relay that keeps all elements, without a bound.
    public static func createUnbound() -> ReplayRelay<Element> { ReplayRelay(ReplaySubject(capacity: .max)) }

    /// Keeps the element and delivers it to all who listen. May be called on any thread.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// Begins to deliver what is kept, then what comes, on the threads that accept it, until what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The stream of what is kept and what is accepted later. Never ends.
    public func asObservable() -> Observable<Element> { subject }

    /// The same stream with the promise that it never fails in its type.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

extension ReplayRelay: Sendable where Element: Sendable {}
