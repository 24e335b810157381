import FreshetPlatform

/// A connection and the subject that delivers its events.
struct SharedConnection: Sendable {
    let connection: Connection
    /// A sink of the source's elements. Nil if the source connects itself.
    var input: (any AnyObject & Sendable)?
    /// A stream of the subscribers' elements. Nil if they subscribe to the source themselves.
    var output: (any AnyObject & Sendable)?
}

/// The current session of a shared stream.
///
/// Its subscribers are separate from those of the next session, even if one thread ends this session while another
/// starts the next. It isn't generic over the element type, so that its lock looks up no metadata.
final class SharedConnections: Sendable {
    private let current = Mutex<SharedConnection?>(nil)

    /// Returns the current session, or a new one until `admits` accepts its connection.
    func join(_ make: () -> SharedConnection, _ admits: (Connection) -> Bool) -> SharedConnection {
        while true {
            let previous = current.withLock { $0 }
            if let previous, admits(previous.connection) { return previous }
            // Created outside the lock, because it may run foreign code. If two threads create one, the first is used.
            let made = make()
            // Added first: once the session is installed, another thread may connect it, and the source may end.
            made.connection.lifetime.add(SessionRelease(self, made.connection))
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
/// Releases a session, and with it the elements that its subject keeps, when the connection's lifetime is disposed.
private final class SessionRelease: LifetimeResource, @unchecked Sendable {
    private weak let sessions: SharedConnections?
    /// Identifies the session: the lifetime, unlike the connection, exists during its own disposal.
    private let lifetime: ObjectIdentifier
    private let staysOpen: Bool

    init(_ sessions: SharedConnections, _ connection: Connection) {
        self.sessions = sessions
        lifetime = ObjectIdentifier(connection.lifetime)
        staysOpen = connection.staysOpen
    }

    override func dispose() { sessions?.release(lifetime) }

    override func disposeAfterEnd() {
        if !staysOpen { dispose() }
    }
}

/// Delivers the source's events to the subject of a session.
///
/// Ends the connection before it delivers a terminal event, so a subscription made in response starts a new session.
class SessionSink<Input>: Sink<Input>, @unchecked Sendable {
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
