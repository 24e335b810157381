/// A ``BehaviorSubject`` that never ends.
/// - Ends: never.
/// - Runs on: the thread that calls ``accept(_:)``, or the thread that is delivering another element.
/// - Keeps: the current value.
public final class BehaviorRelay<Element>: ObservableType {
    private let subject: BehaviorSubject<Element>

    /// Creates a relay with the initial value `value`.
    public init(value: Element) { subject = BehaviorSubject(anyValue: value) }

    /// Sets the value and delivers it to all subscribers. Can be called on any thread.
    public func accept(_ event: Element) { subject.onNext(event) }

    /// The newest value, even if another thread is still delivering it.
    public var value: Element { subject.multicaster.value }

    /// Delivers the current value, then each accepted element, to `observer`.
    ///
    /// It delivers on the threads that call ``accept(_:)`` until the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        subject.subscribe(observer)
    }

    /// The current value and the elements accepted later. Never ends.
    public func asObservable() -> Observable<Element> { subject }

    /// The relay as an `Infallible`. Never fails.
    public func asInfallible() -> Infallible<Element> { Infallible(subject) }
}

extension BehaviorRelay: Sendable where Element: Sendable {}
