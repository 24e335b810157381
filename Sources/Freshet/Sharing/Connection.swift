import Synchronization

/// How long a connection outlives its last subscriber.
struct GracePeriod: Sendable {
    let duration: RxTimeInterval
    let scheduler: any SchedulerType
}

/// One subscription to a source for several subscribers: it is disposed when the last of them has gone, or so much later.
///
/// It refers to no sink, so that a subscriber may hold it without a retain cycle.
final class Connection: Sendable {
    private struct State {
        var subscribers = 1
        var isOver = false
        var hasBegun = false
        /// What disposes the source when the grace period has passed; there while it runs.
        var farewell: SingleAssignmentDisposable?
    }

    /// How long the source is subscribed to.
    let lifetime = Lifetime()
    private let grace: GracePeriod?
    private let state = Mutex(State())

    init(grace: GracePeriod? = nil) { self.grace = grace }

    /// Whether nobody can join any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether the source has been subscribed to, or is being; it does not change when this is over.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Whether the source is to be subscribed to: not when this is over already.
    func begin() -> Bool {
        state.withLock { state in
            if !state.isOver { state.hasBegun = true }
            return !state.isOver
        }
    }

    /// Counts one more subscriber, unless it is too late; `farewell` is to be disposed when no lock is held.
    func retain(_ farewell: inout (any Disposable)?) -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            state.subscribers += 1
            farewell = state.farewell.take()
            return true
        }
    }

    /// Lets nobody join any more, because the source has ended; true for the first caller, unless all have gone before.
    func end() -> Bool {
        let (isFirst, farewell) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.farewell.take())
        }
        farewell?.dispose()
        return isFirst
    }

    /// What counts one subscriber less, once.
    func makeRelease() -> LifetimeResource { Release(self) }

    private func release() {
        let farewell = SingleAssignmentDisposable()
        let isLast = state.withLock { state in
            if state.isOver { return false }
            state.subscribers -= 1
            if state.subscribers > 0 { return false }
            if grace == nil { state.isOver = true } else { state.farewell = farewell }
            return true
        }
        guard isLast else { return }
        guard let grace else { return lifetime.dispose() }
        farewell.setDisposable(
            grace.scheduler.scheduleRelative((), dueTime: grace.duration) { [self] in
                part(farewell)
                return Disposables.create()
            })
    }

    /// Nobody has come while the grace period lasted.
    private func part(_ farewell: SingleAssignmentDisposable) {
        let isOver = state.withLock { state in
            guard state.farewell === farewell else { return false }
            state.farewell = nil
            state.isOver = true
            return true
        }
        if isOver { lifetime.dispose() }
    }

    // Safe to share: nothing changes after init but the link.
    private final class Release: LifetimeResource, @unchecked Sendable {
        private let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        // Lifetimes dispose what they hold once.
        override func dispose() { connection.release() }
    }
}
