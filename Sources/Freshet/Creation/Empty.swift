extension ObservableType {
    /// Completes without emitting an element.
    /// - Ends: during the subscription.
    /// - Runs on: the subscribing thread.
    /// - Keeps: nothing.
    public static func empty() -> Observable<Element> { Ended(.completed) }

    /// Fails without emitting an element.
    /// - Ends: during the subscription; fails with `error`.
    /// - Runs on: the subscribing thread.
    /// - Keeps: nothing.
    public static func error(_ error: any Error) -> Observable<Element> { Ended(.error(error)) }

    /// Never emits an event.
    /// - Ends: never.
    /// - Runs on: no thread.
    /// - Keeps: nothing.
    public static func never() -> Observable<Element> { Observable() }
}

private final class Ended<Element>: Observable<Element>, @unchecked Sendable {
    private let end: Termination

    init(_ end: Termination) { self.end = end }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        .ended(end)
    }

    override var production: Production { .stepwise }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { sink.finish(end) }
}
