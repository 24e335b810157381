// Safe to share: the sink is, as long as the caller sends one event at a time, which the Rx contract asks for.
/// An observer whose own type does not matter.
public struct AnyObserver<Element>: ObserverType {
    /// What handles an event.
    public typealias EventHandler = @Sendable (Event<Element>) -> Void

    private let sink: Sink<Element>

    /// Hands each event to `eventHandler`, on the thread that it comes on.
    @preconcurrency
    public init(eventHandler: @escaping EventHandler) { sink = HandlerSink(eventHandler) }

    /// Hands each event to `observer`.
    public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
        sink = ForwardingSink(observer)
    }

    init(sink: Sink<Element>) { self.sink = sink }

    /// Passes the event to what was wrapped, on the calling thread.
    public func on(_ event: Event<Element>) { sink.on(event) }

    /// Hands the element on; cheaper than `on(.next(element))`.
    public func onNext(_ element: Element) { sink.next(element) }

    /// Returns this value as it is: nothing is wrapped once more.
    public func asObserver() -> AnyObserver<Element> { self }
}

extension ObserverType {
    /// This observer without its own type.
    public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }

    /// An observer of other elements, each transformed before this one receives it; an error thrown by `transform` is sent as an `error`.
    @preconcurrency
    public func mapObserver<Result>(
        _ transform: @escaping @Sendable (Result) throws -> Element
    ) -> AnyObserver<Result> {
        AnyObserver<Result>(sink: MapObserverSink(self, transform))
    }
}

// Safe to hand between threads: see Sink.
private final class HandlerSink<Element>: Sink<Element>, @unchecked Sendable {
    private let handler: AnyObserver<Element>.EventHandler

    init(_ handler: @escaping AnyObserver<Element>.EventHandler) { self.handler = handler }

    override func next(_ element: Element) { handler(.next(element)) }
    override func error(_ error: any Error) { handler(.error(error)) }
    override func completed() { handler(.completed) }
}

// Safe to hand between threads: see Sink.
/// Hands events to an observer as they come, without guarding the contract.
final class ForwardingSink<Observer: ObserverType>: Sink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    override func next(_ element: Observer.Element) { observer.on(.next(element)) }
    override func error(_ error: any Error) { observer.on(.error(error)) }
    override func completed() { observer.on(.completed) }
}

// Safe to hand between threads: see Sink.
private final class MapObserverSink<Observer: ObserverType, Element>: Sink<Element>, @unchecked Sendable {
    private let observer: Observer
    private let transform: @Sendable (Element) throws -> Observer.Element

    init(_ observer: Observer, _ transform: @escaping @Sendable (Element) throws -> Observer.Element) {
        self.observer = observer
        self.transform = transform
    }

    override func next(_ element: Element) {
        do { observer.on(.next(try transform(element))) } catch { observer.on(.error(error)) }
    }
    override func error(_ error: any Error) { observer.on(.error(error)) }
    override func completed() { observer.on(.completed) }
}

// Sendable: the caller sends one event at a time, as the Rx contract asks.
extension AnyObserver: @unchecked Sendable where Element: Sendable {}
