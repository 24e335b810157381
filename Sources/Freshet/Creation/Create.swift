extension ObservableType {
    /// Creates a stream from a closure that sends events to an observer.
    ///
    /// Calls `subscribe` for each subscription. The disposable that it returns is disposed after a terminal event or
    /// when the subscription is disposed. The observer accepts events from any thread and drops events sent after a
    /// terminal event or disposal.
    /// - Ends: with the first terminal event that the observer receives.
    /// - Runs on: the thread that sends the event; if another thread is delivering, that thread.
    /// - Keeps: events sent while another thread delivers, without a bound.
    @preconcurrency
    public static func create(
        _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
    ) -> Observable<Element> {
        Create(subscribe)
    }
}

private final class Create<Element>: Observable<Element>, @unchecked Sendable {
    private let body: @Sendable (AnyObserver<Element>) -> any Disposable
    private let creationSite = CreationSite()

    init(_ body: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) { self.body = body }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let stage = creationSite.attach(to: ObserverStage(sink, lifetime))
        lifetime.add(ObserverRelease(stage, body(AnyObserver(sink: CreateSink(stage)))))
    }
}

private final class CreateSink<Element>: SerializedObserverSink<Element>, @unchecked Sendable {
    override func dropped() {
        if stage.hasEnded { stage.serializer.creationSite.reportEventAfterEnd() }
    }
}
