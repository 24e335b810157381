import FeedStore
import Foundation

/// A store of which only reading works.
struct FailingStore: FeedStore {
    let store: any FeedStore
    let error: FeedStoreError

    var notices: [StoreNotice] { store.notices }
    func snapshot(of feed: FeedKey, limit: Int?) throws -> Snapshot { try store.snapshot(of: feed, limit: limit) }
    func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] { try store.items(of: feed, ids: ids) }
    func feeds() throws -> [FeedSummary] { try store.feeds() }
    func ledgerEntry(for endpoint: Endpoint) throws -> LedgerEntry? { try store.ledgerEntry(for: endpoint) }
    func ledger() throws -> [LedgerEntry] { try store.ledger() }
    func quotas() throws -> [Quota] { try store.quotas() }

    func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult { throw error }
    func markShown(_ feed: FeedKey, ids: [String], at date: Date, withRest: Bool) throws { throw error }
    func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws { throw error }
    func saved(limit: Int?) throws -> [SavedItem] { try store.saved(limit: limit) }
    func follow(_ repository: String, at date: Date) throws { throw error }
    func unfollow(_ repository: String) throws { throw error }
    func followed() throws -> [Followed] { try store.followed() }
    func version() throws -> Int { try store.version() }
    func release(_ grant: Grant) throws { throw error }
    func record(_ entries: [LedgerEntry], quotas: [Quota]) throws { throw error }
    func claim(
        _ endpoint: Endpoint, now: Date, lease: TimeInterval, respecting quotas: [Quota.Key], insisting: Bool
    ) throws -> Claim { throw error }
}
