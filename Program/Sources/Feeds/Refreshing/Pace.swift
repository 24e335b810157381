import Freshet
import Platform
import Synchronization

/// Schedules the looks of a watch.
final class Pace: Sendable {
    private struct State {
        var pace = PollPace()
        /// When the pause ends, and its length in seconds.
        var pause = (end: Date.distantPast, length: TimeInterval(0))
        /// Whether a refresh was requested since the last request.
        var isRequested = false
    }

    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Emits when a refresh is requested.
    let requests = PublishRelay<Void>()

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    func allowed(_ date: Date?) {
        if let date { state.withLock { $0.pace.next = date } }
    }

    /// Requests a refresh.
    func requestRefresh() {
        state.withLock { $0.isRequested = true }
        requests.accept(())
    }

    /// Returns whether a refresh was requested, and clears the request.
    func takeRequest() -> Bool {
        state.withLock { state in
            defer { state.isRequested = false }
            return state.isRequested
        }
    }

    /// - Parameters:
    ///   - isInsisting: whether the look served an explicit refresh; its deferral also answers refreshes requested during the look.
    ///   - spacing: the minimum interval in seconds.
    func saw(_ freshness: Freshness, _ deferral: Deferral?, isInsisting: Bool, spacing: TimeInterval) {
        let now = now()
        state.withLock { state in
            if deferral == nil || isInsisting { state.isRequested = false }
            state.pace.saw(freshness, deferral, spacing: spacing, at: now)
        }
    }

    /// Begins the pause until the next look.
    func beginPause() {
        let now = now()
        state.withLock { state in
            let end = state.pace.takeDue(at: now)
            state.pause = (end, end.timeIntervalSince(now))
        }
    }

    /// When the pause ends. An end further away than the pause's length comes from a clock that was ahead.
    var due: Date {
        let now = now()
        return state.withLock { state in
            state.pause.end = min(state.pause.end, now + state.pause.length)
            return state.pause.end
        }
    }
}
