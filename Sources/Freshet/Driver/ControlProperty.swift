/// A type that converts to a ``ControlProperty``.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
    /// Returns this value as a control property, without reading it.
    func asControlProperty() -> ControlProperty<Element>
}

// Sendable: immutable after init; the sink is called on the main thread.
/// A property of a user interface control, such as the text of a field.
///
/// The stream delivers the current value, then each change that the user makes. It delivers on the main thread,
/// completes when the control is released, and never fails. Events sent to the property set its value; the stream
/// doesn't deliver values set by the program.
/// - Ends: when the control is released.
/// - Runs on: the main thread.
/// - Keeps: nothing.
public struct ControlProperty<Element>: ControlPropertyType {
    private let values: Observable<Element>
    private let valueSink: AnyObserver<Element>

    /// Creates a property that reads `values` and writes to `valueSink`.
    ///
    /// The property subscribes to `values` on the main thread.
    @preconcurrency
    public init<Values: ObservableType, Sink: ObserverType & Sendable>(
        values: Values, valueSink: Sink
    ) where Values.Element == Element, Sink.Element == Element, Element: Sendable {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
    }

    /// Delivers the current value, then each change, to `observer` on the main thread.
    ///
    /// Delivery ends when the control is released or the returned disposable is disposed.
    @preconcurrency
    public func subscribe<Observer: ObserverType & Sendable>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        values.subscribe(observer)
    }

    /// Writes an element to the property.
    ///
    /// An error goes to ``Hooks/defaultErrorHandler``. A completion reaches the value sink and doesn't change the
    /// value.
    public func on(_ event: Event<Element>) {
        switch event {
        case .error(let error): Hooks.defaultErrorHandler([], error)
        case .next: valueSink.on(event)
        case .completed: valueSink.onCompleted()
        }
    }

    /// The changes, without the value that is current at subscription.
    public var changed: ControlEvent<Element> { ControlEvent(raw: values.skip(1)) }

    /// Returns the values as an ``Observable``, which completes with the control.
    public func asObservable() -> Observable<Element> { values }

    /// Returns this value as a control property, without reading it.
    public func asControlProperty() -> ControlProperty<Element> { self }

    /// Returns the values as a ``Driver``, which replays the newest value to new subscribers.
    ///
    /// An error of the source completes the driver.
    /// - Ends: when the control is released.
    /// - Runs on: the main thread.
    /// - Keeps: the newest value; values that wait for the main thread, without a bound.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { asDriver(onErrorDriveWith: .empty()) }

    /// Returns the values as an ``Infallible``.
    ///
    /// An error of the source completes the stream.
    /// - Ends: when the control is released.
    /// - Runs on: the main thread.
    /// - Keeps: nothing.
    public func asInfallible() -> Infallible<Element> { Infallible(values.catch { _ in .empty() }) }
}

extension ControlPropertyType where Element == String? {
    /// The same property, with an empty string in place of nil.
    public var orEmpty: ControlProperty<String> {
        let original = asControlProperty()
        return ControlProperty(
            values: original.asObservable().map { $0 ?? "" }, valueSink: original.mapObserver { Optional($0) })
    }
}

extension ControlProperty: Sendable where Element: Sendable {}
