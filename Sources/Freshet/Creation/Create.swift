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
        lifetime.add(body(AnyObserver(sink: origin.marks(CreatedSink(sink, lifetime)))))
    }
}

// Safe to share: all that changes is touched inside the serializer only.
/// Keeps the Rx contract for code that need not: one event at a time, nothing after the terminal one, nothing after disposal.
private final class CreatedSink<Element>: Sink<Element>, @unchecked Sendable {
    private let serializer = Serializer()
    private let downstream: Sink<Element>
    private let lifetime: Lifetime
    private var hasEnded = false

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime) {
        self.downstream = downstream
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        serializer.perform {
            pass(element)
        } deferred: {
            let element = Handover(element)
            return { self.pass(element.value) }
        }
    }

    override func error(_ error: any Error) {
        serializer.perform {
            end(.error(error))
        } deferred: {
            { self.end(.error(error)) }
        }
    }

    override func completed() {
        serializer.perform {
            end(.completed)
        } deferred: {
            { self.end(.completed) }
        }
    }

    @inline(__always)
    private func pass(_ element: Element) {
        if hasEnded { return serializer.origin.hasEnded() }
        if !lifetime.isDisposed { downstream.next(element) }
    }

    private func end(_ event: Event<Element>) {
        if hasEnded { return serializer.origin.hasEnded() }
        if lifetime.isDisposed { return }
        hasEnded = true
        downstream.on(event)
    }
}
