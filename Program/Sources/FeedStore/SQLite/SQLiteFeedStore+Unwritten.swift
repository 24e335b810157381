#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Stands in until the new schema is written.
extension SQLiteFeedStore {
    private func unwritten<T>() throws -> T {
        throw FeedStoreError.sqlite(path: file.path, code: 0, message: "not written yet")
    }
    public func snapshot(of feed: FeedKey, order: ItemOrder, limit: Int?) throws -> Snapshot { try unwritten() }
    public func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] { try unwritten() }
    public func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws -> CommitResult {
        try unwritten()
    }
    public func feeds() throws -> [FeedSummary] { try unwritten() }
    public func visit(_ feed: FeedKey, at date: Date) throws {}
    public func prune(now: Date) throws -> [FeedKey] { try unwritten() }
    public func mark(_ items: [ItemKey], as mark: Mark, at date: Date) throws -> [ItemKey] { try unwritten() }
    public func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws -> [ItemKey] {
        try unwritten()
    }
    public func items(_ selection: ItemSelection, limit: Int?) throws -> ItemList { try unwritten() }
    public func unreadCounts() throws -> UnreadCounts { try unwritten() }
    public func follow(_ feed: FeedKey, path: String, _ settings: FollowSettings, at date: Date) throws -> Bool {
        try unwritten()
    }
    public func unfollow(_ feed: FeedKey) throws -> Bool { try unwritten() }
    public func followed() throws -> [FollowedFeed] { try unwritten() }
    public func search(_ query: SearchQuery, order: SearchOrder, limit: Int, now: Date) throws -> SearchResults {
        try unwritten()
    }
    public func version() throws -> Int { try file.version() }
    public func renew(_ grant: Grant, now: Date, lease: TimeInterval) throws -> Grant? { try unwritten() }
    public func forget(host: String) throws -> Bool { try unwritten() }
}
