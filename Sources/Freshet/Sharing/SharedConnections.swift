import FreshetPlatform

/// A connection and the subject that delivers its events.
struct SharedConnection: Sendable {
    let connection: Connection
    /// A sink of the source's elements. Nil if the source connects itself.
    var input: (any AnyObject & Sendable)?
    /// A stream of the subscribers' elements. Nil if they subscribe to the source themselves.
    var output: (any AnyObject & Sendable)?
}

/// The current connection of a shared stream.
///
/// Its subscribers are separate from those of the next connection, even if one thread ends this one while another
/// starts the next. It isn't generic over the element type, so that its lock looks up no metadata.
final class SharedConnections: Sendable {
    private let current = Mutex<SharedConnection?>(nil)

    /// Returns the current connection, or a new one until `admits` accepts one.
    func join(_ make: () -> SharedConnection, _ admits: (Connection) -> Bool) -> SharedConnection {
        while true {
            let previous = current.withLock { $0 }
            if let previous, admits(previous.connection) { return previous }
            // Created outside the lock, because it may run foreign code. If two threads create one, the first is used.
            let made = make()
            // Added first: once the connection is installed, another thread may connect it, and the source may end.
            made.connection.lifetime.add(ConnectionRelease(self, made.connection))
            current.withLock { current in
                if current?.connection === previous?.connection { current = made }
            }
            // Released outside the lock: a `deinit` may run foreign code.
            withExtendedLifetime(previous) {}
        }
    }

    fileprivate func release(_ lifetime: ObjectIdentifier) {
        // Released outside the lock: a `deinit` may run foreign code.
        let released = current.withLock { current in
            current.map { ObjectIdentifier($0.connection.lifetime) } == lifetime ? current.take() : nil
        }
        withExtendedLifetime(released) {}
    }
}

// Sendable: immutable after init.
/// Releases a connection, and with it the elements that its subject keeps, when its lifetime is disposed.
private final class ConnectionRelease: LifetimeResource, @unchecked Sendable {
    private weak let connections: SharedConnections?
    /// Identifies the connection: the lifetime, unlike the connection, exists during its own disposal.
    private let lifetime: ObjectIdentifier
    private let staysOpen: Bool

    init(_ connections: SharedConnections, _ connection: Connection) {
        self.connections = connections
        lifetime = ObjectIdentifier(connection.lifetime)
        staysOpen = connection.staysOpen
    }

    override func dispose() { connections?.release(lifetime) }

    override func disposeAfterEnd() {
        if !staysOpen { dispose() }
    }
}

/// Delivers the source's events to the subject of a connection.
///
/// Ends the connection before it delivers a terminal event, so a subscription made in response starts a new one.
class ConnectionSink<Input>: Sink<Input>, @unchecked Sendable {
    private let connection: Connection
    final let lifetime: Lifetime

    init(_ connection: Connection) {
        self.connection = connection
        lifetime = connection.lifetime
    }

    override final func error(_ error: any Error) { end(.error(error)) }
    override final func completed() { end(.completed) }

    private func end(_ end: Termination) {
        guard connection.end() else { return }
        deliver(end)
        lifetime.disposeAfterEnd()
    }

    /// Delivers the terminal event to the subject.
    func deliver(_ end: Termination) {}
}
