/// A type that stands for a ``ControlProperty``.
public protocol ControlPropertyType<Element>: ObservableType, ObserverType {
    /// Returns the control property that it is or wraps, as it is; nothing is read.
    func asControlProperty() -> ControlProperty<Element>
}

// Safe to share: nothing changes after init; the sink is fed on the main thread, which the promise of whoever makes one says.
/// A control's property that a person changes: its stream delivers the present value and each change by the person, and what is sent to it is written.
///
/// Never fails, delivers on the main thread, and completes when the control goes. What the program writes does not come back in the stream.
public struct ControlProperty<Element>: ControlPropertyType {
    private let values: Observable<Element>
    private let valueSink: AnyObserver<Element>

    /// The property that `values` reads, which is subscribed to on the main thread, and `valueSink` writes.
    @preconcurrency
    public init<Values: ObservableType, Sink: ObserverType>(
        values: Values, valueSink: Sink
    ) where Values.Element == Element, Sink.Element == Element, Element: Sendable {
        self.values = values.subscribe(on: ConcurrentMainScheduler.instance)
        self.valueSink = valueSink.asObserver()
    }

    /// Begins to deliver the present value, then what comes, on the main thread, until the control goes or what is returned is disposed.
    public func subscribe<Observer: ObserverType>(
        _ observer: Observer
    ) -> any Disposable where Observer.Element == Element {
        values.subscribe(observer)
    }

    /// Writes an element. An error goes to ``Hooks/defaultErrorHandler``; a completion changes nothing but ends the writing.
    public func on(_ event: Event<Element>) {
        switch event {
        case .error(let error): Hooks.defaultErrorHandler([], error)
        case .next: valueSink.on(event)
        case .completed: valueSink.onCompleted()
        }
    }

    /// Only the changes, without the value that is there at the subscription.
    public var changed: ControlEvent<Element> { ControlEvent(raw: values.skip(1)) }

    /// The same stream, which completes with the control; only its type no longer promises anything.
    public func asObservable() -> Observable<Element> { values }

    /// Returns the control property that it is or wraps, as it is; nothing is read.
    public func asControlProperty() -> ControlProperty<Element> { self }

    /// The same values, shared by those who listen, of whom a late one receives the newest; ends when the control goes.
    @preconcurrency
    public func asDriver() -> Driver<Element> where Element: Sendable { Driver(values.catch { _ in .empty() }) }

    /// The values with the promise that they never fail in their type.
    public func asInfallible() -> Infallible<Element> { Infallible(values.catch { _ in .empty() }) }
}

extension ControlPropertyType where Element == String? {
    /// The same property with an empty text where there is none.
    public var orEmpty: ControlProperty<String> {
        let original = asControlProperty()
        return ControlProperty(
            values: original.asObservable().map { $0 ?? "" }, valueSink: original.mapObserver { Optional($0) })
    }
}

extension ControlProperty: Sendable where Element: Sendable {}
