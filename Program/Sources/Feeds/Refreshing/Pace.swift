import Freshet
import Platform
import Synchronization

/// Schedules the looks of a watch.
final class Pace: Sendable {
    private struct State {
        var next: Date?
        /// When the pause ends, and its length in seconds.
        var pause = (end: Date.distantPast, length: TimeInterval(0))
        /// Seconds between two polls, as long as they succeed.
        var interval = Pace.usual
        /// Whether the first look hasn't been made yet.
        var isDue = false
        /// Whether the last look found nothing stored.
        var isNew = false
        var failures = 0
        /// Whether a refresh was requested since the last request.
        var isRequested = false
    }

    /// The default interval between looks, in seconds.
    private static let usual: TimeInterval = 60
    /// The maximum backoff after failures, in seconds.
    private static let longest: TimeInterval = 900
    /// The maximum backoff after failures that only a change of the feed or its address ends, in seconds.
    private static let longestOfLasting: TimeInterval = 86_400

    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Emits when a refresh is requested.
    let requests = PublishRelay<Void>()

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    func allowed(_ date: Date?) {
        if let date { state.withLock { $0.next = date } }
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
            state.isNew = false
            if deferral == nil || isInsisting { state.isRequested = false }
            if let deferral {
                // No request was made, so none has failed.
                state.next = deferral.until
            } else if let error = freshness.error {
                state.failures += 1
                let longest = error.isLasting ? Self.longestOfLasting : Self.longest
                let backoff = min(longest, 15 * TimeInterval(1 << min(state.failures - 1, 13)))
                let retry = error.retryAt.flatMap { $0 > now ? $0 : nil }
                state.next = retry ?? now + max(backoff, spacing)
            } else {
                state.failures = 0
                let next = max(state.next ?? now + Self.usual, now + spacing)
                state.next = next
                state.interval = next.timeIntervalSince(now)
            }
        }
    }

    /// Seconds between two polls, as long as they succeed.
    var interval: TimeInterval { state.withLock { $0.interval } }

    /// Begins the pause until the next look: at least a second, unless the look is due immediately.
    func beginPause() {
        let now = now()
        state.withLock { state in
            let end = state.isDue ? now : max(now + 1, state.next ?? now + Self.usual)
            state.pause = (end, end.timeIntervalSince(now))
            (state.next, state.isDue) = (nil, false)
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

    /// Makes the next look due immediately.
    /// - Parameter isNew: whether nothing of the feed is stored yet.
    func becomeDue(isNew: Bool) { state.withLock { ($0.isDue, $0.isNew) = (true, isNew) } }

    /// Whether nothing of the feed is stored yet.
    var isNew: Bool { state.withLock { $0.isNew } }
}
