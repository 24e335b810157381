/// A stream that subscribes to its source when ``connect()`` is called.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    func connect() -> any Disposable
}

// Sendable: `connections` is; subclasses are immutable after init.
/// A stream that shares one subscription to its source, made by ``connect()``.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    private let connections = SharedConnections()

    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    public func connect() -> any Disposable {
        let shared = connections.join(makeSharedConnection) { !$0.isClosed }
        if shared.connection.start(needsSubscriber: false) { connect(shared) }
        return shared.connection.lifetime
    }

    override final func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override final func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        subscribe(sink, lifetime, to: connections.join(makeSharedConnection) { !$0.isClosed })
    }

    /// Subscribes, and connects with the first counted subscriber. The last one disconnects.
    final func runCounted(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var subscribers = 0
        let shared = connections.join(makeSharedConnection) { connection in
            subscribers = connection.retain() ?? 0
            return subscribers > 0
        }
        lifetime.add(shared.connection.makeRelease())
        subscribe(sink, lifetime, to: shared)
        if subscribers == 1, shared.connection.start(needsSubscriber: true) { connect(shared) }
    }

    /// Returns a connection that hasn't been started.
    func makeSharedConnection() -> SharedConnection { SharedConnection(connection: Connection()) }

    /// Subscribes to the events of a connection.
    func subscribe(_ sink: Sink<Element>, _ lifetime: Lifetime, to shared: SharedConnection) {
        guard let output = shared.output else { return }
        unsafeDowncast(output, to: Observable<Element>.self).run(sink, lifetime)
    }

    /// Subscribes to the source. Called once for each connection.
    func connect(_ shared: SharedConnection) {}
}
