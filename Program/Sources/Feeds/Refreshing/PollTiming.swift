import Platform

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

    /// The timing before the first load.
    init() {}

    /// The timing of a feed whose last poll was allowed to be followed by the next one after `interval` seconds.
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
