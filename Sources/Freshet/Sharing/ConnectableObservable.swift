/// A stream that subscribes to its source when ``connect()`` is called.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    func connect() -> any Disposable
}

// Sendable: `sessions` is; subclasses are immutable after init.
/// A stream that shares one subscription to its source, made by ``connect()``.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    private let sessions = SharedConnections()

    /// Subscribes to the source unless already connected. Disposing the result disconnects.
    public func connect() -> any Disposable {
        let session = sessions.join(makeSession) { !$0.isClosed }
        if session.connection.start(needsSubscriber: false) { connect(session) }
        return session.connection.lifetime
    }

    override final func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override final func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        subscribe(sink, lifetime, to: sessions.join(makeSession) { !$0.isClosed })
    }

    /// Subscribes, and connects with the first counted subscriber. The last one disconnects.
    final func runCounted(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var subscribers = 0
        let session = sessions.join(makeSession) { connection in
            subscribers = connection.retain() ?? 0
            return subscribers > 0
        }
        lifetime.add(session.connection.makeRelease())
        subscribe(sink, lifetime, to: session)
        if subscribers == 1, session.connection.start(needsSubscriber: true) { connect(session) }
    }

    /// Returns a session that hasn't been connected.
    func makeSession() -> SharedConnection { SharedConnection(connection: Connection()) }

    /// Subscribes to the events of a session.
    func subscribe(_ sink: Sink<Element>, _ lifetime: Lifetime, to session: SharedConnection) {
        guard let output = session.output else { return }
        unsafeDowncast(output, to: Observable<Element>.self).run(sink, lifetime)
    }

    /// Subscribes to the source. Called once for each session.
    func connect(_ session: SharedConnection) {}
}
