import Synchronization

/// What a shared stream and the subscriptions to its source have in common. It knows nothing of the elements, so that its lock looks up no metadata.
final class ShareHub: Sendable {
    /// One subscription to the source, and those to whom it delivers.
    private struct Session {
        let connection: Connection
        let delivery: ShareDelivery
    }

    private struct State {
        var session: Session?
        /// What outlives the sessions.
        var kept: ShareDelivery?
        var hasEndedForGood = false
    }

    private let state: Mutex<State>

    init(kept: ShareDelivery?) { state = Mutex(State(kept: kept)) }

    /// Who subscribes hears of this delivery, and counts for this connection unless the stream has ended for good; if it is new, the source is to be subscribed to.
    func join(
        _ grace: GracePeriod?, _ makeDelivery: () -> ShareDelivery
    ) -> (delivery: ShareDelivery, connection: Connection?, isNew: Bool) {
        // What the former session keeps may run foreign code in its deinit, so it is carried out of the lock.
        var former: Session?
        // A scheduler's own code cancels it.
        var farewell: (any Disposable)?
        let joined = state.withLock { state -> (ShareDelivery, Connection?, Bool) in
            if state.hasEndedForGood, let kept = state.kept { return (kept, nil, false) }
            if let session = state.session, session.connection.retain(&farewell) {
                return (session.delivery, session.connection, false)
            }
            let session = Session(connection: Connection(grace: grace), delivery: state.kept ?? makeDelivery())
            former = state.session
            state.session = session
            return (session.delivery, session.connection, true)
        }
        withExtendedLifetime(former) {}
        farewell?.dispose()
        return joined
    }

    /// The source has ended: who subscribes from now on starts it anew, unless it is kept for good.
    func ended(_ connection: Connection) {
        var former: Session?
        state.withLock { state in
            if state.session?.connection === connection {
                former = state.session
                state.session = nil
            }
            if state.kept != nil { state.hasEndedForGood = true }
        }
        withExtendedLifetime(former) {}
    }
}

/// Those to whom a shared stream delivers: kept by whoever may still deliver to them, and given up with the last of these.
final class ShareDelivery: Sendable {
    private let subscribers: Subscribers

    init(_ subscribers: Subscribers) { self.subscribers = subscribers }

    deinit { subscribers.abandon() }

    /// - Precondition: It was made with a multicaster of such elements.
    func multicaster<Element>(of _: Element.Type) -> Multicaster<Element> {
        unsafeDowncast(subscribers, to: Multicaster<Element>.self)
    }
}
