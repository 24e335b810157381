extension ObservableType {
    /// A stream made by hand: `subscribe` runs for each subscription, sends events to the observer and returns what ends its work.
    ///
    /// The observer may be used from any thread, one event at a time. What is sent after a terminal event or disposal is dropped.
    /// The returned disposable is disposed at the end, whichever end it is.
    @preconcurrency
    public static func create(
        _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
    ) -> Observable<Element> {
        Create(subscribe)
    }
}

// Safe to share: see Observable.
private final class Create<Element>: Observable<Element>, @unchecked Sendable {
    private let body: @Sendable (AnyObserver<Element>) -> any Disposable

    init(_ body: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) { self.body = body }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        lifetime.add(body(AnyObserver(sink: GuardedSink(sink, lifetime))))
    }
}
