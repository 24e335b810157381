extension ObservableType {
    /// Calls a factory for each subscription and delivers the stream that it returns.
    /// - Ends: with the returned stream; fails with an error thrown by `observableFactory`.
    /// - Runs on: the returned stream's thread; calls `observableFactory` on the subscribing thread.
    /// - Keeps: nothing.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
    ) -> Observable<Element> {
        Deferred(observableFactory)
    }
}

private final class Deferred<Element>: Observable<Element>, @unchecked Sendable {
    private let factory: @Sendable () throws -> Observable<Element>

    init(_ factory: @escaping @Sendable () throws -> Observable<Element>) { self.factory = factory }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { runEagerly(sink, lifetime) }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        if case .whole = extent { return .none }
        do { return .continued(try factory()) } catch { return .ended(.error(error)) }
    }
}
