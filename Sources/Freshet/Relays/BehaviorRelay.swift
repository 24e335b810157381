// Safe to share: nothing changes after init but the subject's own state.
/// A ``BehaviorSubject`` that never ends and never fails.
public final class BehaviorRelay<Element>: ObservableType {
    private let current: Current<Element>

    /// A relay whose current value is `value`.
    public init(value: Element) { current = Current(value) }

    /// Sets the value and delivers it to all who listen. May be called on any thread.
    public func accept(_ event: Element) { current.accept(event) }

    /// The newest value that was accepted, also one that another thread is still delivering.
    public var value: Element { current.value }

    /// Begins to deliver the current value, then what comes, on the threads that accept it, until what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        current.subscribe(observer)
    }

    /// The stream of the current value and what is accepted later. Never ends.
    public func asObservable() -> Observable<Element> { current }

    /// The same stream with the promise that it never fails in its type.
    public func asInfallible() -> Infallible<Element> { Infallible(current) }
}

extension BehaviorRelay: Sendable where Element: Sendable {}
