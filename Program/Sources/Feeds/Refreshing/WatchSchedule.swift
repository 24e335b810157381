import Freshet
import Platform
import Synchronization

/// Schedules the loads of a watch.
final class WatchSchedule: Sendable {
    private struct State {
        var timing = PollTiming()
        /// The end of the pause, and its length in seconds.
        var pause = (end: Date.distantPast, length: TimeInterval(0))
        /// True if a refresh was requested since the last request.
        var isRequested = false
    }

    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Emits when a refresh is requested.
    let requests = PublishRelay<Void>()

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    func allowed(_ date: Date?) {
        if let date { state.withLock { $0.timing.next = date } }
    }

    /// Requests a refresh.
    func requestRefresh() {
        state.withLock { $0.isRequested = true }
        requests.accept(())
    }

    /// Returns true if a refresh was requested, and clears the request.
    func takeRequest() -> Bool {
        state.withLock { state in
            defer { state.isRequested = false }
            return state.isRequested
        }
    }

    /// - Parameters:
    ///   - isForced: true if the load served an explicit refresh; its deferral also answers refreshes requested during the load.
    ///   - spacing: the minimum interval in seconds.
    func saw(_ freshness: Freshness, _ deferral: Deferral?, isForced: Bool, spacing: TimeInterval) {
        let now = now()
        state.withLock { state in
            if deferral == nil || isForced { state.isRequested = false }
            state.timing.saw(freshness, deferral, spacing: spacing, at: now)
        }
    }

    /// Begins the pause until the next load.
    func beginPause() {
        let now = now()
        state.withLock { state in
            let end = state.timing.takeDue(at: now)
            state.pause = (end, end.timeIntervalSince(now))
        }
    }

    /// The end of the pause. An end further away than the pause's length comes from a clock that was ahead.
    var due: Date {
        let now = now()
        return state.withLock { state in
            state.pause.end = min(state.pause.end, now + state.pause.length)
            return state.pause.end
        }
    }
}
