/// A type that stands for a ``ControlEvent``.
public protocol ControlEventType<Element>: ObservableType {
    /// Returns the control event that it is or wraps, as it is; nothing is subscribed to.
    func asControlEvent() -> ControlEvent<Element>
}

/// What a person does to a control: a stream that never fails, is subscribed to and delivers on the main thread, replays nothing and completes when the control goes.
///
/// Whoever makes one promises that its source keeps to this; where it is subscribed to is seen to here.
public struct ControlEvent<Element>: ControlEventType {
    private let events: Observable<Element>

    /// The events of `events`, which is subscribed to on the main thread.
    @preconcurrency
    public init<Source: ObservableType>(events: Source) where Source.Element == Element, Element: Sendable {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    /// Takes `events` as they are: subscribed to on the main thread already.
    init(raw events: Observable<Element>) { self.events = events }

    /// Begins to deliver the events that come from now on, on the main thread, until the control goes or what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        events.subscribe(observer)
    }

    /// The same stream, which completes with the control; only its type no longer promises anything.
    public func asObservable() -> Observable<Element> { events }

    /// Returns the control event that it is or wraps, as it is; nothing is subscribed to.
    public func asControlEvent() -> ControlEvent<Element> { self }

    /// The same events, shared by those who listen; ends when the control goes.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable { Signal(events.catch { _ in .empty() }) }

    /// The same events, shared by those who listen, of whom a late one receives the newest; ends when the control goes.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { Driver(events.catch { _ in .empty() }) }

    /// The events with the promise that they never fail in their type.
    public func asInfallible() -> Infallible<Element> { Infallible(events.catch { _ in .empty() }) }
}

extension ControlEvent: Sendable where Element: Sendable {}
