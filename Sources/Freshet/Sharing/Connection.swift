import FreshetPlatform

/// The time for which a connection stays open without subscribers.
struct GracePeriod: Sendable {
    let duration: RxTimeInterval
    let scheduler: any SchedulerType
}

/// One subscription to a source on behalf of several subscribers.
///
/// It ends with the source, when its lifetime is disposed, or when the last counted subscriber leaves, or a grace
/// period later. It doesn't retain any sink, so that a subscriber can retain it without a retain cycle.
final class Connection: Sendable {
    private enum Phase { case waiting, connected, ended, closed }

    private struct State {
        var phase = Phase.waiting
        var subscribers = 0
        /// Disposes the source when the grace period has passed. Nil unless the period is running.
        var gracePeriodTimer: SingleAssignmentDisposable?
    }

    /// The lifetime of the subscription to the source.
    let lifetime = Lifetime()
    /// True if subscribers can join after the source has ended.
    let staysOpen: Bool
    private let grace: GracePeriod?
    private let state = Mutex(State())

    init(grace: GracePeriod? = nil, staysOpen: Bool = false) {
        self.grace = grace
        self.staysOpen = staysOpen
    }

    /// True if no more subscribers can join.
    var isClosed: Bool { state.withLock { isClosed($0) } }

    private func isClosed(_ state: State) -> Bool {
        state.phase == .closed || state.phase != .ended && lifetime.hasEnded
    }

    /// Returns true for the first caller, which must subscribe to the source.
    ///
    /// If `needsSubscriber`, returns false until a subscriber is counted.
    func start(needsSubscriber: Bool) -> Bool {
        state.withLock { state in
            guard state.phase == .waiting, state.subscribers > 0 || !needsSubscriber else { return false }
            state.phase = .connected
            return true
        }
    }

    /// Counts a subscriber. Returns the number of subscribers, or nil if the connection is closed.
    func retain() -> Int? {
        // Disposed outside the lock, because that runs the scheduler's code.
        var gracePeriodTimer: (any Disposable)?
        let subscribers: Int? = state.withLock { state in
            if isClosed(state) { return nil }
            state.subscribers += 1
            gracePeriodTimer = state.gracePeriodTimer.take()
            return state.subscribers
        }
        gracePeriodTimer?.dispose()
        return subscribers
    }

    /// Ends the connection because the source has ended. Returns false if it was closed before.
    func end() -> Bool {
        var gracePeriodTimer: (any Disposable)?
        let isFirst = state.withLock { state in
            guard state.phase != .closed, lifetime.stop() else { return false }
            state.phase = staysOpen ? .ended : .closed
            gracePeriodTimer = state.gracePeriodTimer.take()
            return true
        }
        gracePeriodTimer?.dispose()
        return isFirst
    }

    /// A resource that removes one subscriber when it is disposed.
    func makeRelease() -> LifetimeResource { Release(self) }

    private func release() {
        let gracePeriodTimer = grace.map { _ in SingleAssignmentDisposable() }
        let isLast = state.withLock { state in
            state.subscribers -= 1
            guard state.phase == .connected, state.subscribers == 0 else { return false }
            if let gracePeriodTimer { state.gracePeriodTimer = gracePeriodTimer } else { state.phase = .closed }
            return true
        }
        guard isLast else { return }
        guard let grace, let gracePeriodTimer else { return lifetime.dispose() }
        gracePeriodTimer.setDisposable(
            grace.scheduler.scheduleRelative((), dueTime: grace.duration) { [self] in
                graceExpired(gracePeriodTimer)
                return Disposables.create()
            })
    }

    /// Closes the connection and disposes the source. Does nothing if a subscriber has joined since.
    private func graceExpired(_ gracePeriodTimer: SingleAssignmentDisposable) {
        let isClosed = state.withLock { state in
            guard state.gracePeriodTimer === gracePeriodTimer else { return false }
            state.gracePeriodTimer = nil
            state.phase = .closed
            return true
        }
        if isClosed { lifetime.dispose() }
    }

    // Sendable: immutable after init.
    private final class Release: LifetimeResource, @unchecked Sendable {
        private let connection: Connection

        init(_ connection: Connection) { self.connection = connection }

        // A lifetime disposes each of its resources once.
        override func dispose() { connection.release() }
    }
}
