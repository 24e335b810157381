import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization
import WebText

/// Divides an upstream's remaining requests among its recently requested feeds.
struct RequestBudget: Sendable {
    /// Seconds between two refreshes of a feed if all feeds keep refreshing; 0 without a rate limit.
    let spacing: TimeInterval
    /// The rest of the limit.
    let allowance: RequestAllowance

    /// The budget of the token with which a feed is requested.
    init(of feed: any FeedDescription, _ environment: FeedEnvironment) throws {
        let upstream = type(of: feed).upstream
        guard let limit = upstream.limit else {
            self.init(spacing: 0, RequestAllowance())
            return
        }
        let requester = Requester(token: try environment.token(for: feed))
        let (store, now) = (environment.store, environment.now())
        // No wait lasts longer than a day, so older requests don't affect the limit.
        let entries = try store.ledger(.upstream(upstream.id, since: now - max(86400, limit.period)))
        self.init(
            limit, entries, try environment.traffic.quotas(store, at: now), requester: requester, now: now,
            cost: environment.costs.cost)
    }

    private init(spacing: TimeInterval, _ allowance: RequestAllowance) {
        self.spacing = spacing
        self.allowance = allowance
    }

    /// - Parameters:
    ///   - entries: the upstream's ledger entries.
    ///   - cost: the number of rate-limited requests that a refresh of the feed makes.
    init(
        _ limit: RequestLimit, _ entries: [LedgerEntry], _ quotas: [Quota], requester: Requester, now: Date,
        cost: (FeedKey) -> Int
    ) {
        let own = entries.filter { $0.endpoint.requester == requester.name }
        let recent = own.filter { $0.nextAllowedAt != nil && now.timeIntervalSince($0.requestedAt) < limit.period }
        let requests = Set(recent.map(\.feed)).reduce(0) { $0 + cost($1) }
        allowance = RequestAllowance(
            limit, quotas, requester: requester,
            hosts: Set(own.compactMap { URL(string: $0.endpoint.url)?.authority }))
        spacing = allowance.pause(at: now) * TimeInterval(requests)
    }

    /// The number of optional requests that are allowed, up to `count`: those of the first half of the limit.
    static func spare(
        _ limit: RequestLimit, _ quotas: [Quota], requester: Requester, host: String?, now: Date, atMost count: Int
    ) -> Int {
        let known = quotas.filter {
            $0.key.requester == requester.name && $0.key.host == host && $0.resetAt > now
        }
        let affects = { (quota: Quota) in quota.key.isEverything || quota.key.resource == limit.resource }
        if known.contains(where: { $0.remaining <= 0 && affects($0) }) { return 0 }
        let newest = known.newest(of: limit.resource)
        let all = newest?.limit ?? limit.requests(for: requester)
        return max(0, min(count, (newest?.remaining ?? all) - all / 2))
    }
}

/// Caches the number of requests that a refresh of each feed makes; every refresh needs all of them.
final class RequestCosts: Sendable {
    private let catalog: FeedCatalog
    private let known = Mutex<[FeedKey: Int]>([:])

    init(_ catalog: FeedCatalog) { self.catalog = catalog }

    func cost(_ key: FeedKey) -> Int {
        if let cost = known.withLock({ $0[key] }) { return cost }
        let cost = described(key)
        known.withLock { $0[key] = cost }
        return cost
    }

    /// Records how many requests the last refresh took, retries and redirects included.
    func note(_ requests: Int, for key: FeedKey) {
        guard requests > 0 else { return }
        let cost = max(requests, described(key))
        known.withLock { $0[key] = cost }
    }

    private func described(_ key: FeedKey) -> Int { catalog.feed(key)?.description.plannedRequests ?? 1 }
}

extension RequestLimit {
    /// The number of requests a period that the upstream documents for the requester.
    func requests(for requester: Requester) -> Int {
        requester == .anonymous ? anonymous : withToken ?? anonymous
    }
}

extension URL {
    /// The host with its port, as in requests.
    var authority: String? {
        host(percentEncoded: true).map { host in port.map { "\(host):\($0)" } ?? host }
    }
}

/// The number of requests that an upstream's limit still allows, and until when.
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

    /// - Parameter hosts: the hosts of the upstream's API.
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

    /// True if more than half of the limit is left.
    func isAmple(at now: Date) -> Bool {
        guard let limit, let known, known.resetAt > now else { return true }
        return known.remaining > limit / 2
    }

    /// The time from which a poll of `cost` requests may begin; nil if it may begin immediately.
    func blockedUntil(at now: Date, cost: Int) -> Date? {
        var end = refusedUntil
        // A poll that needs more than is left waits for the next period, unless a whole period doesn't suffice either.
        if let limit, let known, known.remaining < min(cost, max(1, limit)) {
            end = max(end ?? known.resetAt, known.resetAt)
        }
        return end.flatMap { $0 > now ? $0 : nil }
    }
}

extension Quota.Key {
    /// The resource of waits that apply to a whole host.
    private static let everything = "*"

    /// The quotas that a request counts against.
    static func all(for request: HTTPRequest, counted resource: String) -> [Quota.Key] {
        [resource, everything].map { Quota.Key($0, for: request) }
    }

    /// True for a refusal of all requests.
    var isEverything: Bool { resource == Self.everything }

    init(_ resource: String?, for request: HTTPRequest) {
        self.init(
            host: request.authority ?? "", resource: resource ?? Self.everything,
            requester: Requester(of: request).name)
    }
}

extension Quota {
    /// The remaining quota by ``RateLimit``; nil without its headers.
    init?(_ headers: HTTPFields, for request: HTTPRequest, counted resource: String, at now: Date) {
        guard let limit = RateLimit(headers, at: now), let remaining = limit.remaining, let reset = limit.reset else {
            return nil
        }
        self.init(
            key: Key(limit.resource ?? resource, for: request), limit: limit.limit, remaining: remaining,
            resetAt: min(reset, now + RequestWait.longestWait), reportedAt: now)
    }

    /// The exhausted quota that a rejected request implies.
    init(_ limited: RateLimited, for request: HTTPRequest, counted resource: String, at now: Date) {
        let isPrimary = limited.pollRule == .rateLimitReset
        self.init(
            key: Key(isPrimary ? limited.limit?.resource ?? resource : nil, for: request),
            limit: limited.limit?.limit, remaining: 0, resetAt: limited.retryAt, reportedAt: now, rule: limited.pollRule
        )
    }
}

extension Sequence<Quota> {
    /// The newest report on a resource.
    func newest(of resource: String?) -> Quota? {
        filter { $0.key.resource == resource }.max { $0.reportedAt < $1.reportedAt }
    }
}

/// Identifies the token of a request without storing it: validators and quotas are per token.
struct Requester: Hashable, Sendable {
    let name: String

    static let anonymous = Requester(name: "anonymous")

    private init(name: String) { self.name = name }

    init(of request: HTTPRequest) {
        self = request.headerFields[.authorization].map(Requester.init(authorization:)) ?? .anonymous
    }

    /// White space around a token is ignored, as in requests; a blank token counts as missing.
    init(token: String?) {
        self = token?.ifNotBlank.map { Requester(authorization: "Bearer " + $0.trimmed) } ?? .anonymous
    }

    /// The FNV-1a hash of the header in 16 hexadecimal digits: distinguishes a reader's tokens without revealing them.
    ///
    /// A hash would reveal a short password.
    private init(authorization: String) {
        name = authorization.hasPrefix("Basic ") ? "password" : "token-" + FNV1a.hash64(authorization.utf8).hexadecimal
    }
}
