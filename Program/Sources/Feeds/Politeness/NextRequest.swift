import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform

/// The time from which the next request is allowed, by the rule that forbids it longest.
struct NextRequest: Hashable {
    var date: Date
    var rule: PollRule

    init(date: Date, rule: PollRule) {
        self.date = date
        self.rule = rule
    }

    /// Reads the rules from a response, which may ask for up to a day. Freshet's interval, or the reader's, is the minimum.
    init(after headers: HTTPFields, at now: Date, spacing: TimeInterval, chosen: TimeInterval?) {
        var latest = chosen.map { (date: now + $0, rule: PollRule.chosenInterval) } ?? (now + spacing, .spacing)
        func consider(_ seconds: TimeInterval?, _ rule: PollRule) {
            guard let seconds else { return }
            let date = now + min(seconds, RequestWait.longestWait)
            if date >= latest.date { latest = (date, rule) }
        }
        consider(CacheControl(headers)?.maxAge.map(TimeInterval.init), .cacheControl)
        consider(Expires(headers, at: now)?.seconds, .expires)
        consider((PollInterval(headers)?.seconds).map(TimeInterval.init), .pollInterval)
        (date, rule) = (latest.date, latest.rule)
    }
}

/// The wait after an upstream refuses requests without saying for how long: a minute, doubling up to an hour.
struct RefusalBackoff: Sendable, Hashable {
    private static let first: TimeInterval = 60
    private static let longest: TimeInterval = 3600

    /// The beginning of the wait.
    let since: Date
    /// The end of the wait.
    let until: Date

    /// True if the upstream has refused often enough to tell the reader.
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

/// The part of a refresh that was stored, which decides what to remember of its requests.
enum Completeness: Sendable {
    /// Everything.
    case whole
    /// The part that arrived; the rest should be requested soon.
    case part
    /// Nothing: the refresh failed.
    case failed
    /// Nothing: the refresh was canceled.
    case abandoned

    /// The entry without anything that would keep the missing part from being requested again.
    func kept(_ entry: LedgerEntry) -> LedgerEntry {
        guard self != .whole, entry.isAnswered else { return entry }
        var entry = entry
        let isManners = entry.rule?.isLimit != true
        if self == .abandoned ? isManners : entry.rule == .spacing {
            entry.nextAllowedAt = nil
            entry.rule = nil
        }
        if self != .part { (entry.eTag, entry.lastModified, entry.nextPage) = (nil, nil, nil) }
        return entry
    }
}

extension LedgerEntry {
    /// True if a complete response arrived.
    var isAnswered: Bool {
        if case .status(let code) = outcome { (200..<300).contains(code) || code == 304 } else { false }
    }
}
