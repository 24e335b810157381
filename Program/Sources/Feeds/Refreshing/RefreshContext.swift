import FeedStore
import FreshetHTTP
import Platform

/// The means by which a description refreshes a feed. Lives as long as the refresh.
package struct RefreshContext: Sendable {
    /// The feed.
    package let feed: any FeedDescription
    /// The store, the clock and the upstreams' addresses.
    package let environment: FeedEnvironment
    /// The request for the feed.
    package let request: FeedRequest
    /// The stored items when the refresh began.
    package let stored: StoredFeed
    let ledger: LedgerTransport
    /// The interval of the readers who follow the feed.
    package let interval: FeedInterval
    /// The token for the upstream's requests; nil without one.
    package let token: String?

    /// Makes requests and records them in the ledger.
    package var transport: any HTTPTransport { ledger }

    /// The current time.
    package var now: Date { environment.now() }

    /// The right of the account to read the feed from a private network.
    package func privateAccess(of feed: FeedKey, at url: URL) throws -> PrivateAccess {
        try environment.privateAccess(of: feed, at: url)
    }

    /// The number of optional requests that the refresh may make, up to `count`.
    ///
    /// Half of the rate limit is reserved for refreshes. 0 while the upstream asks to wait.
    /// - Parameter url: an address of the upstream's API.
    package func spareRequests(of upstream: Upstream, at url: URL, atMost count: Int) throws -> Int {
        guard let limit = upstream.limit else { return count }
        let quotas = try environment.traffic.quotas(environment.store, at: now)
        let requester = Requester(token: token)
        return RequestBudget.spare(limit, quotas, requester: requester, host: url.authority, now: now, atMost: count)
    }
}

extension FeedEnvironment {
    /// The right of the account to read the feed from a private network. Only the address of a followed feed counts as given.
    package func privateAccess(of feed: FeedKey, at url: URL) throws -> PrivateAccess {
        guard try trustsUnfollowed || store.followed().contains(where: { $0.feed == feed }) else { return .unfollowed }
        return try mayReachPrivateNetwork(at: url) ? .allowed : .refused
    }
}

/// The stored items of a feed.
package struct StoredFeed: Sendable {
    /// The items in the requested order, up to the requested limit.
    package var items: [ShownItem]
    /// The total number of items.
    package var total: Int
    /// The number of read items that this version doesn't understand.
    package var unreadable: Int
    /// Everything else that the store knows about the feed.
    package var snapshot: Snapshot
    /// The order of the items.
    package let order: ItemOrder
}
