import Synchronization

/// How long a connection stays open without subscribers.
struct GracePeriod: Sendable {
    let duration: RxTimeInterval
    let scheduler: any SchedulerType
}

/// One subscription to a source on behalf of several subscribers.
///
/// It is disposed when the last subscriber leaves, or a grace period later. It doesn't retain any sink, so that a
/// subscriber can retain it without a retain cycle.
final class Connection: Sendable {
    private struct State {
        var subscribers = 1
        var isClosed = false
        var hasStarted = false
        /// Disposes the source when the grace period has passed. Nil unless the period is running.
        var gracePeriodTimer: SingleAssignmentDisposable?
    }

    /// The lifetime of the subscription to the source.
    let lifetime = Lifetime()
    private let grace: GracePeriod?
    private let state = Mutex(State())

    init(grace: GracePeriod? = nil) { self.grace = grace }

    /// Whether no more subscribers can join.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the subscription to the source has started. It doesn't change once the connection is closed.
    var hasStarted: Bool { state.withLock { $0.hasStarted } }

    /// Marks the connection as started. Returns false if it is closed; don't subscribe to the source then.
    func start() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.hasStarted = true }
            return !state.isClosed
        }
    }

    /// Adds a subscriber. Returns false if the connection is closed.
    ///
    /// The caller must dispose `gracePeriodTimer` while it holds no lock.
    func retain(_ gracePeriodTimer: inout (any Disposable)?) -> Bool {
        state.withLock { state in
            if state.isClosed { return false }
            state.subscribers += 1
            gracePeriodTimer = state.gracePeriodTimer.take()
            return true
        }
    }

    /// Closes the connection because the source has ended. Returns true if it was open.
    func end() -> Bool {
        var gracePeriodTimer: (any Disposable)?
        let isFirst = close(&gracePeriodTimer)
        gracePeriodTimer?.dispose()
        return isFirst
    }

    /// Closes the connection. Returns true if it was open.
    ///
    /// The caller must dispose `gracePeriodTimer` while it holds no lock.
    func close(_ gracePeriodTimer: inout (any Disposable)?) -> Bool {
        state.withLock { state in
            defer { state.isClosed = true }
            gracePeriodTimer = state.gracePeriodTimer.take()
            return !state.isClosed
        }
    }

    /// A resource that removes one subscriber when it is disposed.
    func makeRelease() -> LifetimeResource { Release(self) }

    private func release() {
        let gracePeriodTimer = SingleAssignmentDisposable()
        let isLast = state.withLock { state in
            if state.isClosed { return false }
            state.subscribers -= 1
            if state.subscribers > 0 { return false }
            if grace == nil { state.isClosed = true } else { state.gracePeriodTimer = gracePeriodTimer }
            return true
        }
        guard isLast else { return }
        guard let grace else { return lifetime.dispose() }
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
            state.isClosed = true
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
