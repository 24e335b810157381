extension ObservableType {
    /// A stream made by hand: `subscribe` runs for each subscription, sends events to the observer and returns what ends its work.
    ///
    /// The observer may be used from any thread: while one event is being delivered, what another thread sends is delivered after it, by the thread
    /// that is at work. What is sent after a terminal event or disposal is dropped.
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
    private let origin = Origin()

    init(_ body: @escaping @Sendable (AnyObserver<Element>) -> any Disposable) { self.body = body }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let stage = origin.marks(SerializedStage(sink, lifetime))
        lifetime.add(body(AnyObserver(sink: CreateInlet(stage))))
    }
}

// Sendable: see SerializedInlet.
/// Keeps the Rx contract for code that need not: events may come from any thread and after the end.
private final class CreateInlet<Element>: SerializedInlet<Element, SerializedStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.downstream.next(element) }

    override func dropped() {
        if stage.hasEnded { stage.serializer.origin.hasEnded() }
    }
}
