extension ObservableType {
    /// Makes a stream anew for each subscription; an error thrown by the factory fails the stream. Ends with the stream that was made.
    @preconcurrency
    public static func deferred(
        _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
    ) -> Observable<Element> {
        Deferred(observableFactory)
    }
}

// Safe to share: see Observable.
private final class Deferred<Element>: Observable<Element>, @unchecked Sendable {
    private let factory: @Sendable () throws -> Observable<Element>

    init(_ factory: @escaping @Sendable () throws -> Observable<Element>) { self.factory = factory }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { runFromBeginning(sink, lifetime) }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        if case .whole = extent { return .none }
        do { return .continued(try factory()) } catch { return .ended(.error(error)) }
    }
}
