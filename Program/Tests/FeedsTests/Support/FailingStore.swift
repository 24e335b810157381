import FeedStore
import Foundation

/// A store of which only reading works.
struct FailingStore: FeedStore {
    let store: any FeedStore
    let error: FeedStoreError

    var notices: [StoreNotice] { store.notices }
    func snapshot(of feed: FeedKey, order: ItemOrder, limit: Int?) throws -> Snapshot {
        try store.snapshot(of: feed, order: order, limit: limit)
    }
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] { try store.items(of: feed, ids: ids) }
    func items(_ selection: ItemSelection, limit: Int?) throws -> ItemList { try store.items(selection, limit: limit) }
    func unreadCounts() throws -> UnreadCounts { try store.unreadCounts() }
    func feeds() throws -> [FeedSummary] { try store.feeds() }
    func interval(of feed: FeedKey) throws -> FollowSettings.PollInterval? { try store.interval(of: feed) }
    func lastVisit(of feed: FeedKey, at date: Date) throws -> Date? { try store.lastVisit(of: feed, at: date) }
    func followed() throws -> [FollowedFeed] { try store.followed() }
    func readItems() throws -> [StoreExport.ReadItem] { try store.readItems() }
    func search(_ query: SearchQuery, order: SearchOrder, limit: Int, now: Date) throws -> SearchResults {
        try store.search(query, order: order, limit: limit, now: now)
    }
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? { try store.ledgerEntry(for: endpoint) }
    func ledger(_ scope: LedgerScope) throws -> [LedgerEntry] { try store.ledger(scope) }
    func quotas() throws -> [Quota] { try store.quotas() }
    func version() throws -> Int { try store.version() }

    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult { throw error }
    func visit(_ feed: FeedKey, at date: Date) throws { throw error }
    func prune(now: Date) throws -> [FeedKey] { throw error }
    func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws -> [ItemKey] { throw error }
    func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws -> [ItemKey] { throw error }
    func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool { throw error }
    func add(_ export: StoreExport, at date: Date) throws -> ImportCounts { throw error }
    func unfollow(_ feed: FeedKey) throws -> Bool { throw error }
    func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant? { throw error }
    func release(_ grant: Grant) throws { throw error }
    func forget(host: String) throws -> Bool { throw error }
    func record(_ entries: [LedgerEntry], quotas: [Quota]) throws { throw error }
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], urgency: Urgency
    ) throws -> Claim { throw error }
}
