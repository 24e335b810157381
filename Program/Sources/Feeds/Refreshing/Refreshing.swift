import FeedStore
import Freshet
import FreshetHTTP
import Platform

/// What a description refreshes a feed with. Lives as long as the refresh.
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

/// An event of a refresh.
package enum RefreshStep: Sendable {
    /// All items so far, in the feed's order, and the ids of items that count as read although they are new.
    case arrived([any FeedItem], Progress?, read: Set<String> = [])
    /// The end, with the changes to store.
    case done(RefreshResult)
}

/// The result of a refresh.
package struct RefreshResult: Sendable {
    /// The changes to store, in one transaction.
    package var refreshes: [Refresh]
    /// Problems that don't make the feed stale.
    package var remarks: [String]
    /// Why no request was made; the stored items are still fresh by that rule.
    package var deferral: Deferral?
    /// Why the feed is stale although something arrived.
    package var error: FeedError?
    /// The pause before the next poll, if it is longer than what the headers ask for.
    package var pause: RefreshPause?

    /// A result with these changes.
    package init(
        _ refreshes: [Refresh], remarks: [String] = [], deferral: Deferral? = nil, error: FeedError? = nil,
        pause: RefreshPause? = nil
    ) {
        self.refreshes = refreshes
        self.remarks = remarks
        self.deferral = deferral
        self.error = error
        self.pause = pause
    }
}

extension RefreshResult {
    /// The same result, after which only `reader` may read the feed; unchanged if that is nil.
    func restricted(to reader: Account.ID?, of feed: FeedKey) -> RefreshResult {
        guard let reader, let index = refreshes.firstIndex(where: { $0.feed == feed }) else { return self }
        var result = self
        result.refreshes[index].access = .only(reader)
        return result
    }

    /// Whether another account alone may read the feed after this result.
    func isRestricted(from account: Account.ID, _ feed: FeedKey) -> Bool {
        refreshes.contains { refresh in
            guard refresh.feed == feed, case .only(let reader) = refresh.access else { return false }
            return reader != account
        }
    }

    /// The result as a failure if the feed sent items and none of them can be read, so that what is stored stays.
    func checked(for feed: FeedKey) -> RefreshResult {
        guard error == nil, let index = refreshes.firstIndex(where: { $0.feed == feed }),
            refreshes[index].items.isEmpty, let count = refreshes[index].skipped, count > 0
        else { return self }
        var result = self
        result.refreshes[index].mode = .merge
        result.error = FeedError(
            kind: FeedError.unreadable,
            message: count == 1 ? "The only item can't be read" : "None of the \(count) items can be read")
        return result
    }
}

/// A pause before the next poll of a feed, which depends on its content.
package struct RefreshPause: Sendable, Hashable {
    /// The length in seconds.
    package var seconds: TimeInterval
    /// The rule behind it: the feed's own, Freshet's or the reader's.
    package var rule: PollRule

    /// A pause by a rule.
    package init(seconds: TimeInterval, rule: PollRule) {
        self.seconds = seconds
        self.rule = rule
    }
}
