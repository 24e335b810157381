import FeedStore
import FreshetHTTP
import Platform

/// The wait after an upstream refuses requests without saying for how long: a minute, doubling up to an hour.
struct RefusalBackoff: Sendable, Hashable {
    private static let first: TimeInterval = 60
    private static let longest: TimeInterval = 3600

    /// When the wait began.
    let since: Date
    /// When it ends.
    let until: Date

    /// Whether the upstream has refused often enough to tell the reader.
    var isPersistent: Bool { until.timeIntervalSince(since) >= Self.longest }

    /// - Parameter previous: the last such refusal; its ``Quota/remaining`` is positive if a request has succeeded since.
    init(after previous: Quota?, at now: Date) {
        guard let previous, previous.rule == .backoff, previous.remaining <= 0, previous.reportedAt <= now else {
            (since, until) = (now, now + Self.first)
            return
        }
        if previous.resetAt > now {
            // Refused together with the request that began the wait.
            (since, until) = (previous.reportedAt, previous.resetAt)
        } else {
            let last = previous.resetAt.timeIntervalSince(previous.reportedAt)
            (since, until) = (now, now + min(Self.longest, max(Self.first, last * 2)))
        }
    }

    /// The refusal with the end of the wait.
    func applied(to limited: RateLimited) -> RateLimited {
        RateLimited(retryAt: until, rule: isPersistent ? .oneHour : .oneMinute, limit: limited.limit)
    }

    /// The wait for the store: no request to the host is allowed until it ends.
    func quota(_ key: Quota.Key, limit: Int?) -> Quota {
        Quota(key: key, limit: limit, remaining: 0, resetAt: until, reportedAt: since, rule: .backoff)
    }
}

extension Quota {
    /// The same refusal after a successful request: the next wait is a minute again.
    func overcome(at now: Date) -> Quota {
        Quota(key: key, limit: limit, remaining: 1, resetAt: now, reportedAt: now, rule: rule)
    }
}
