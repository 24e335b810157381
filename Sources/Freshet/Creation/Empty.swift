extension ObservableType {
    /// Completes during the subscription without an element.
    public static func empty() -> Observable<Element> { Ended(.completed) }

    /// Fails with `error` during the subscription.
    public static func error(_ error: any Error) -> Observable<Element> { Ended(.error(error)) }

    /// Delivers nothing and never ends.
    public static func never() -> Observable<Element> { Observable() }
}

// Safe to share: see Observable.
private final class Ended<Element>: Observable<Element>, @unchecked Sendable {
    private let end: Termination

    init(_ end: Termination) { self.end = end }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        .ended(end)
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { sink.finish(end) }
}
