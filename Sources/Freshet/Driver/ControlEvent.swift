/// A type that converts to a ``ControlEvent``.
public protocol ControlEventType<Element>: ObservableType {
    /// Returns this value as a control event, without subscribing.
    func asControlEvent() -> ControlEvent<Element>
}

/// The events of a user interface control, such as taps.
///
/// A control event subscribes and delivers on the main thread, replays nothing, completes when the control is released,
/// and never fails. It moves subscriptions to the main thread; its source must guarantee the rest.
/// - Ends: when the control is released.
/// - Runs on: the main thread.
/// - Keeps: nothing.
public struct ControlEvent<Element>: ControlEventType {
    private let events: Observable<Element>

    /// Creates a control event that subscribes to `events` on the main thread.
    @preconcurrency
    public init<Source: ObservableType>(events: Source) where Source.Element == Element, Element: Sendable {
        self.events = events.subscribe(on: ConcurrentMainScheduler.instance)
    }

    /// Wraps a stream that already subscribes on the main thread.
    init(raw events: Observable<Element>) { self.events = events }

    /// Delivers future events to `observer` on the main thread.
    ///
    /// Delivery ends when the control is released or the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        events.subscribe(observer)
    }

    /// Returns the events as an ``Observable``, which completes with the control.
    public func asObservable() -> Observable<Element> { events }

    /// Returns this value as a control event, without subscribing.
    public func asControlEvent() -> ControlEvent<Element> { self }

    /// Returns the events as a ``Signal``.
    ///
    /// An error of the source completes the signal.
    /// - Ends: when the control is released.
    /// - Runs on: the main thread.
    /// - Keeps: events that wait for the main thread, without a bound.
    @preconcurrency
    public func asSignal() -> Signal<Element> where Element: Sendable { asSignal(onErrorSignalWith: .empty()) }

    /// Returns the events as a ``Driver``, which replays the newest event to new subscribers.
    ///
    /// An error of the source completes the driver.
    /// - Ends: when the control is released.
    /// - Runs on: the main thread.
    /// - Keeps: the newest event; events that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { asDriver(onErrorDriveWith: .empty()) }

    /// Returns the events as an ``Infallible``.
    ///
    /// An error of the source completes the stream.
    /// - Ends: when the control is released.
    /// - Runs on: the main thread.
    /// - Keeps: nothing.
    public func asInfallible() -> Infallible<Element> { Infallible(events.catch { _ in .empty() }) }
}

extension ControlEvent: Sendable where Element: Sendable {}
