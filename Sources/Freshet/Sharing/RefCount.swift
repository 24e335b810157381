extension ConnectableObservableType where Self: Sendable {
    /// Connects with the first subscriber and disconnects with the last.
    ///
    /// A subscriber that arrives after the end connects again. The source is never paused; see
    /// ``ObservableType/share(replay:scope:)``.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func refCount() -> Observable<Element> where Element: Sendable {
        RefCount((self as? ConnectableObservable<Element>) ?? AnyConnectable(self))
    }
}

/// A stream that connects its source with the first subscriber and disconnects it with the last.
final class RefCount<Element>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: ConnectableObservable<Element> { sourceReference.stream() }

    init(_ source: ConnectableObservable<Element>) { sourceReference = SourceReference(source) }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { source.runCounted(sink, lifetime) }
}

/// A connectable stream of a user's type.
private final class AnyConnectable<Source: ConnectableObservableType & Sendable>: ConnectableObservable<Source.Element>,
    @unchecked Sendable
{
    private let source: Source

    init(_ source: Source) { self.source = source }

    override func subscribe(_ sink: Sink<Element>, _ lifetime: Lifetime, to shared: SharedConnection) {
        let subscription = lifetime.makeChild()
        source.asObservable().start(AnyConnectableSink(sink, shared.connection, subscription), subscription)
    }

    override func connect(_ shared: SharedConnection) { shared.connection.lifetime.add(source.connect()) }
}

/// Ends the connection before it delivers a terminal event.
private final class AnyConnectableSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let connection: Connection
    private let subscription: Lifetime

    init(_ downstream: Sink<Element>, _ connection: Connection, _ subscription: Lifetime) {
        self.downstream = downstream
        self.connection = connection
        self.subscription = subscription
    }

    override func next(_ element: Element) { downstream.next(element) }
    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ end: Termination) {
        guard subscription.stop() else { return }
        if connection.end() { connection.lifetime.dispose() }
        downstream.finish(end)
        subscription.dispose()
    }
}
