import FeedStore
import Platform

/// How many requests an upstream's limit still allows, and until when.
struct RequestAllowance: Sendable, Hashable {
    /// Requests a period; nil for an upstream without a limit.
    var limit: Int?
    /// The period in seconds.
    var period: TimeInterval
    /// The remaining requests and the end of the period, as last reported; nil if unknown.
    var known: Known?
    /// The end of a refusal. No request is made before it, even if the limit allows more.
    var refusedUntil: Date?

    /// An upstream's report of its limit.
    struct Known: Sendable, Hashable {
        var remaining: Int
        var resetAt: Date
    }

    init(limit: Int? = nil, period: TimeInterval = 3600, known: Known? = nil, refusedUntil: Date? = nil) {
        self.limit = limit
        self.period = period
        self.known = known
        self.refusedUntil = refusedUntil
    }

    /// - Parameter hosts: where the upstream's API is.
    init(_ limit: RequestLimit?, _ quotas: [Quota], requester: Requester, hosts: Set<String>) {
        let quotas = quotas.filter { $0.key.requester == requester.name && hosts.contains($0.key.host) }
        let newest = quotas.newest(of: limit?.resource)
        self.init(
            limit: limit.map { newest?.limit ?? $0.requests(for: requester) }, period: limit?.period ?? 3600,
            known: newest.map { Known(remaining: $0.remaining, resetAt: $0.resetAt) },
            refusedUntil: quotas.filter { $0.key.isEverything && $0.remaining <= 0 }.map(\.resetAt).max())
    }

    /// Subtracts the requests of a poll. If no period is known, one begins with the first request.
    mutating func spend(_ cost: Int, at now: Date) {
        guard let limit else { return }
        var left = known ?? Known(remaining: limit, resetAt: now + period)
        if left.resetAt <= now { left = Known(remaining: limit, resetAt: now + period) }
        left.remaining -= cost
        known = left
    }

    /// Corrects the end of a period that was counted by a clock that was ahead.
    mutating func adjust(to now: Date, ahead: TimeInterval) {
        if let known, known.resetAt > now + period { self.known?.resetAt -= ahead }
    }

    /// Seconds between two requests that use up the limit evenly; 0 without a limit.
    func pause(at now: Date) -> TimeInterval {
        guard let limit else { return 0 }
        guard let known, known.resetAt > now else { return period / TimeInterval(max(1, limit)) }
        let rest = known.resetAt.timeIntervalSince(now)
        return known.remaining > 0 ? rest / TimeInterval(known.remaining) : rest
    }

    /// Whether more than half of the limit is left.
    func isAmple(at now: Date) -> Bool {
        guard let limit, let known, known.resetAt > now else { return true }
        return known.remaining > limit / 2
    }

    /// When a poll of `cost` requests may begin; nil if it may begin immediately.
    func blockedUntil(at now: Date, cost: Int) -> Date? {
        var end = refusedUntil
        // A poll that needs more than is left waits for the next period, unless a whole period doesn't suffice either.
        if let limit, let known, known.remaining < min(cost, max(1, limit)) {
            end = max(end ?? known.resetAt, known.resetAt)
        }
        return end.flatMap { $0 > now ? $0 : nil }
    }
}
