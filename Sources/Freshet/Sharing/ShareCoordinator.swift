import Synchronization

/// Connects the subscribers of a shared stream to one subscription to its source.
///
/// It isn't generic over the element type, so that its lock looks up no metadata.
final class ShareCoordinator: Sendable {
    /// One subscription to the source and the subscribers that it delivers to.
    private struct Session {
        let connection: Connection
        let subscribers: ShareSubscribers
    }

    private struct State {
        var session: Session?
        /// Subscribers that outlive the sessions; set if the stream keeps its elements forever.
        var kept: ShareSubscribers?
        var hasEnded = false

        mutating func takeSession(of connection: ObjectIdentifier) -> Session? {
            session.map { ObjectIdentifier($0.connection) } == connection ? session.take() : nil
        }
    }

    private let state: Mutex<State>

    init(kept: ShareSubscribers?) { state = Mutex(State(kept: kept)) }

    /// Joins the current session, or starts a new one.
    ///
    /// If `isNew`, the caller must subscribe to the source. `connection` is nil once a stream that keeps its elements
    /// forever has ended.
    func join(
        _ grace: GracePeriod?, _ makeSubscribers: () -> ShareSubscribers
    ) -> (subscribers: ShareSubscribers, connection: Connection?, isNew: Bool) {
        // The previous session may run foreign code in its deinit, so it is released outside the lock.
        var previous: Session?
        // Disposed outside the lock, because that runs the scheduler's code.
        var gracePeriodTimer: (any Disposable)?
        let joined = state.withLock { state -> (ShareSubscribers, Connection?, Bool) in
            if state.hasEnded, let kept = state.kept { return (kept, nil, false) }
            if let session = state.session, session.connection.retain(&gracePeriodTimer) {
                return (session.subscribers, session.connection, false)
            }
            let session = Session(connection: Connection(grace: grace), subscribers: state.kept ?? makeSubscribers())
            previous = state.session
            state.session = session
            return (session.subscribers, session.connection, true)
        }
        withExtendedLifetime(previous) {}
        gracePeriodTimer?.dispose()
        return joined
    }

    /// Ends the session because the source has ended. Returns false if it was closed before.
    ///
    /// The next subscriber restarts the source, unless the elements are kept forever.
    func end(_ connection: Connection) -> Bool {
        // Disposed and released outside the lock, because that runs foreign code.
        var gracePeriodTimer: (any Disposable)?
        let (isFirst, previous) = state.withLock { state in
            let isFirst = connection.close(&gracePeriodTimer)
            // In the same critical section: a subscriber that finds the connection closed must see why.
            if isFirst, state.kept != nil { state.hasEnded = true }
            return (isFirst, isFirst ? state.takeSession(of: ObjectIdentifier(connection)) : nil)
        }
        gracePeriodTimer?.dispose()
        withExtendedLifetime(previous) {}
        return isFirst
    }

    /// Releases the session of a closed connection, and with it the elements to replay.
    fileprivate func disconnected(_ connection: ObjectIdentifier) {
        // Released outside the lock, because that runs foreign code.
        let previous = state.withLock { $0.takeSession(of: connection) }
        withExtendedLifetime(previous) {}
    }
}

// Sendable: immutable after init.
/// Releases a session when its connection's lifetime is disposed.
final class ShareDisconnection: LifetimeResource, @unchecked Sendable {
    private weak let coordinator: ShareCoordinator?
    private let connection: ObjectIdentifier

    init(_ coordinator: ShareCoordinator, _ connection: Connection) {
        self.coordinator = coordinator
        self.connection = ObjectIdentifier(connection)
    }

    override func dispose() { coordinator?.disconnected(connection) }
}

/// The subscribers of a shared stream. Abandons them when the last object that can deliver to them is released.
final class ShareSubscribers: Sendable {
    private let subscribers: Subscribers

    init(_ subscribers: Subscribers) { self.subscribers = subscribers }

    deinit { subscribers.abandon() }

    /// - Precondition: `subscribers` is a multicaster of this element type.
    func multicaster<Element>(of _: Element.Type) -> Multicaster<Element> {
        unsafeDowncast(subscribers, to: Multicaster<Element>.self)
    }
}
