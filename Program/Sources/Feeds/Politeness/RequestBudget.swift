import FeedStore
import Platform
import Synchronization

/// Divides an upstream's remaining requests among its recently requested feeds.
struct RequestBudget: Sendable {
    /// Seconds between two refreshes of a feed if all feeds keep refreshing; 0 without a rate limit.
    let spacing: TimeInterval
    /// What is left of the limit.
    let allowance: RequestAllowance

    /// That of the token with which a feed is requested.
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

    private func described(_ key: FeedKey) -> Int { catalog.feed(key)?.description.requestsPerRefresh ?? 1 }
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
