// Sendable: the sink requires one event at a time, as the Rx contract does.
/// A type-erased observer.
public struct AnyObserver<Element>: ObserverType {
    /// A closure that receives events.
    public typealias EventHandler = @Sendable (Event<Element>) -> Void

    private let sink: Sink<Element>

    /// Creates an observer that calls `eventHandler` with each event, on the sender's thread.
    @preconcurrency
    public init(eventHandler: @escaping EventHandler) { sink = HandlerSink(eventHandler) }

    /// Creates an observer that wraps `observer`.
    @preconcurrency
    public init<Observer: ObserverType & Sendable>(_ observer: Observer) where Observer.Element == Element {
        sink = ForwardingSink(observer)
    }

    init(sink: Sink<Element>) { self.sink = sink }

    /// The demand of the consumer after `observer`, if that is an observer that `create` or a stream's adapter has
    /// passed to its code, or a transformed one.
    static func demand<Observer: ObserverType>(of observer: Observer) -> Demand? {
        // Not `as?`, which costs more in unspecialized code. An `UncheckedSendableObserver` has only an `AnyObserver`.
        guard Observer.self == AnyObserver.self || Observer.self == UncheckedSendableObserver<Element>.self else {
            return nil
        }
        return unsafeBitCast(observer, to: AnyObserver.self).sink.consumerDemand
    }

    /// Sends the event to the wrapped observer, on the calling thread.
    public func on(_ event: Event<Element>) { sink.on(event) }

    /// Sends an element; cheaper than `on(.next(element))`.
    public func onNext(_ element: Element) { sink.next(element) }

    /// Returns this observer itself, without another wrapper.
    public func asObserver() -> AnyObserver<Element> { self }

    /// Returns an observer that transforms each element and sends the result to this observer.
    ///
    /// An error thrown by `transform` is sent as an `error` event.
    @preconcurrency
    public func mapObserver<Result>(
        _ transform: @escaping @Sendable (Result) throws -> Element
    ) -> AnyObserver<Result> {
        AnyObserver<Result>(sink: MapObserverSink(self, transform))
    }
}

extension ObserverType {
    /// Returns a type-erased observer.
    @preconcurrency
    public func asObserver() -> AnyObserver<Element> where Self: Sendable { AnyObserver(self) }

    /// Returns an observer that transforms each element and sends the result to this observer.
    ///
    /// An error thrown by `transform` is sent as an `error` event.
    @preconcurrency
    public func mapObserver<Result>(
        _ transform: @escaping @Sendable (Result) throws -> Element
    ) -> AnyObserver<Result> where Self: Sendable {
        AnyObserver<Result>(sink: MapObserverSink(self, transform))
    }
}

// Sendable: the stream that it observes sends one event at a time.
/// Passes a stream's observer on. Only the elements keep an `AnyObserver` from being `Sendable`.
struct UncheckedSendableObserver<Element>: ObserverType, @unchecked Sendable {
    private let observer: AnyObserver<Element>

    init(_ observer: AnyObserver<Element>) { self.observer = observer }

    func on(_ event: Event<Element>) { observer.on(event) }
    func onNext(_ element: Element) { observer.onNext(element) }
    func asObserver() -> AnyObserver<Element> { observer }
}

private final class HandlerSink<Element>: Sink<Element>, @unchecked Sendable {
    private let handler: AnyObserver<Element>.EventHandler

    init(_ handler: @escaping AnyObserver<Element>.EventHandler) { self.handler = handler }

    override func next(_ element: Element) { handler(.next(element)) }
    override func error(_ error: any Error) { handler(.error(error)) }
    override func completed() { handler(.completed) }
}

/// Forwards events to an observer without enforcing the Rx contract.
final class ForwardingSink<Observer: ObserverType>: Sink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer

    init(_ observer: Observer) { self.observer = observer }

    override var consumerDemand: Demand? { AnyObserver<Observer.Element>.demand(of: observer) }

    override func next(_ element: Observer.Element) { observer.on(.next(element)) }
    override func error(_ error: any Error) { observer.on(.error(error)) }
    override func completed() { observer.on(.completed) }
}

private final class MapObserverSink<Observer: ObserverType, Element>: Sink<Element>, @unchecked Sendable {
    private let observer: Observer
    private let transform: @Sendable (Element) throws -> Observer.Element

    init(_ observer: Observer, _ transform: @escaping @Sendable (Element) throws -> Observer.Element) {
        self.observer = observer
        self.transform = transform
    }

    override var consumerDemand: Demand? { AnyObserver<Observer.Element>.demand(of: observer) }

    override func next(_ element: Element) {
        do { observer.on(.next(try transform(element))) } catch { observer.on(.error(error)) }
    }
    override func error(_ error: any Error) { observer.on(.error(error)) }
    override func completed() { observer.on(.completed) }
}

// Sendable: the Rx contract requires callers to send one event at a time.
extension AnyObserver: @unchecked Sendable where Element: Sendable {}
