import Freshet
import Platform
import Synchronization

/// Schedules the loads of a watch.
final class WatchSchedule: Sendable {
    private struct State {
        var pace = PollTiming()
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
        if let date { state.withLock { $0.pace.next = date } }
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
    ///   - isInsisting: true if the load served an explicit refresh; its deferral also answers refreshes requested during the load.
    ///   - spacing: the minimum interval in seconds.
    func saw(_ freshness: Freshness, _ deferral: Deferral?, isInsisting: Bool, spacing: TimeInterval) {
        let now = now()
        state.withLock { state in
            if deferral == nil || isInsisting { state.isRequested = false }
            state.pace.saw(freshness, deferral, spacing: spacing, at: now)
        }
    }

    /// Begins the pause until the next load.
    func beginPause() {
        let now = now()
        state.withLock { state in
            let end = state.pace.takeDue(at: now)
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

/// Decides when a feed is polled next: the upstream's waits, the interval, and the backoff after failures.
///
/// A value type: callers pass the time.
struct PollTiming: Sendable, Hashable {
    /// The default interval between loads, in seconds.
    static let usual: TimeInterval = 60
    /// The maximum backoff after failures, in seconds.
    private static let longest: TimeInterval = 900
    /// The maximum backoff after failures that only a change of the feed or its address ends, in seconds.
    private static let longestOfLasting: TimeInterval = 86_400

    /// The time from which the next poll is allowed, as far as the last load knows.
    var next: Date?
    /// Seconds between two polls, as long as they succeed.
    var interval = PollTiming.usual
    private var failures = 0

    /// A pace without a load.
    init() {}

    /// The pace of a feed whose last poll was allowed to be followed by the next one after `interval` seconds.
    init(interval: TimeInterval) { self.interval = max(1, interval) }

    /// Notes the end of a load.
    ///
    /// - Parameter spacing: the minimum interval in seconds.
    mutating func saw(_ freshness: Freshness, _ deferral: Deferral?, spacing: TimeInterval, at now: Date) {
        if let deferral {
            // No request was made, so none has failed.
            next = deferral.until
        } else if let error = freshness.error {
            failures += 1
            let longest = error.isLasting ? Self.longestOfLasting : Self.longest
            let backoff = min(longest, 15 * TimeInterval(1 << min(failures - 1, 13)))
            let retry = error.retryAt.flatMap { $0 > now ? $0 : nil }
            next = retry ?? now + max(backoff, spacing)
        } else {
            failures = 0
            let date = max(next ?? now + Self.usual, now + spacing)
            next = date
            interval = date.timeIntervalSince(now)
        }
    }

    /// The time of the next load: in a second at the earliest. Clears ``next``.
    mutating func takeDue(at now: Date) -> Date {
        defer { next = nil }
        return max(now + 1, next ?? now + Self.usual)
    }
}
