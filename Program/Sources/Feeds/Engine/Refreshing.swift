public import FeedStore
import Freshet
public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a feed is read with.
public struct FeedContext: Sendable {
    /// The store, the clock and the upstreams' addresses.
    public let environment: FeedEnvironment
    /// What was asked of the feed.
    public var request: FeedRequest
}

/// What a feed is refreshed with.
public struct RefreshContext: Sendable {
    /// The store, the clock and the upstreams' addresses.
    public let environment: FeedEnvironment
    /// What was asked of the feed.
    public let request: FeedRequest
    /// What was stored when the refresh began.
    public let stored: StoredFeed
    let ledger: LedgerTransport
    /// The interval that the reader chose for the feed; nil for the feed's own.
    public let interval: FollowSettings.PollInterval?

    /// Makes the requests, and enters them into the ledger.
    public var transport: any HTTPTransport { ledger }

    /// Reads the feed in the store once more.
    public var reading: FeedContext { FeedContext(environment: environment, request: request) }
    /// The present time.
    public var now: Date { environment.now() }

    /// How many requests the refresh may make beyond those it needs, at most `count`.
    ///
    /// Half of the upstream's limit stays for refreshes. None while the upstream asks to wait.
    /// - Parameter url: an address of the upstream's API.
    public func spareRequests(of upstream: Upstream, at url: URL, atMost count: Int) throws -> Int {
        guard let limit = upstream.limit else { return count }
        let quotas = try environment.store.quotas() + ledger.quotas
        let requester = Requester(token: environment.token(for: upstream))
        return RequestBudget.spare(limit, quotas, requester: requester, host: url.authority, now: now, atMost: count)
    }
}

/// What the store keeps of a feed.
public struct StoredFeed: Sendable {
    /// The items in the order that was asked for, no more than were asked for.
    public var items: [ShownItem]
    /// How many there are in all.
    public var total: Int
    /// How many of those that were read this version doesn't understand.
    public var unreadable: Int
    /// All else that the store knows of the feed.
    public var snapshot: Snapshot
    /// The order of the items.
    public let order: ItemOrder
}

/// What a refresh tells.
public enum RefreshStep: Sendable {
    /// All that has arrived so far, in the order of the feed, and the ids of what is read though it was not stored.
    case arrived([any FeedItem], Progress?, seen: Set<String> = [])
    /// The end, with what is to be stored.
    case done(RefreshResult)
}

/// How a refresh ended.
public struct RefreshResult: Sendable {
    /// What is to be stored, in one transaction.
    public var refreshes: [Refresh]
    /// What went wrong without making the feed stale.
    public var remarks: [String]
    /// Why nothing was asked, where what is stored is still fresh by a rule.
    public var deferral: Deferral?
    /// Why the feed is stale though something arrived.
    public var error: FeedError?
    /// Seconds until the next poll, where the body asks for more than the headers do.
    public var pause: TimeInterval?

    /// A refresh that stores these.
    public init(
        _ refreshes: [Refresh], remarks: [String] = [], deferral: Deferral? = nil, error: FeedError? = nil,
        pause: TimeInterval? = nil
    ) {
        self.refreshes = refreshes
        self.remarks = remarks
        self.deferral = deferral
        self.error = error
        self.pause = pause
    }
}
