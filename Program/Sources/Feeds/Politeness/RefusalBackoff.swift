import FeedStore
import FreshetHTTP

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long an upstream is left alone that refuses requests without saying for how long: a minute, doubling up to an hour.
struct RefusalBackoff: Sendable, Hashable {
    private static let first: TimeInterval = 60
    private static let longest: TimeInterval = 3600

    /// When the wait began.
    let since: Date
    /// When it ends.
    let until: Date

    /// Whether the upstream has refused so often that a person should know.
    var isPersistent: Bool { until.timeIntervalSince(since) >= Self.longest }

    /// - Parameter previous: the last such refusal; its ``Quota/remaining`` is positive if a request has succeeded since.
    init(after previous: Quota?, at now: Date) {
        guard let previous, previous.rule == .backoff, previous.remaining <= 0, previous.seenAt <= now else {
            (since, until) = (now, now + Self.first)
            return
        }
        if previous.resetAt > now {
            // Refused together with the request that began the wait.
            (since, until) = (previous.seenAt, previous.resetAt)
        } else {
            let last = previous.resetAt.timeIntervalSince(previous.seenAt)
            (since, until) = (now, now + min(Self.longest, max(Self.first, last * 2)))
        }
    }

    /// The refusal with the end of the wait.
    func applied(to limited: RateLimited) -> RateLimited {
        RateLimited(retryAt: until, rule: isPersistent ? .oneHour : .oneMinute, limit: limited.limit)
    }

    /// The wait for the store: nothing may be asked of the host until it ends.
    func quota(_ key: Quota.Key, limit: Int?) -> Quota {
        Quota(key: key, limit: limit, remaining: 0, resetAt: until, seenAt: since, rule: .backoff)
    }
}

extension Quota {
    /// The same refusal after a request that succeeded: the next one begins with a minute again.
    func overcome(at now: Date) -> Quota {
        Quota(key: key, limit: limit, remaining: 1, resetAt: now, seenAt: now, rule: rule)
    }
}
