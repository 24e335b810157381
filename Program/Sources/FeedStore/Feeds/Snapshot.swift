#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A feed at one instant. All parts come from the same commit.
public struct Snapshot: Sendable, Hashable {
    /// The items that the feed currently lists, bounded by the limit.
    public var items: [StoredItem]
    /// The number of items that the feed currently lists, without the limit.
    public var total: Int
    /// The number of those that are unread.
    public var unreadCount: Int
    /// The number of items that the feed lists and rules hide. `items`, `total` and `unreadCount` leave them out.
    public var mutedCount: Int
    /// When the feed was last refreshed without an error; nil if never.
    public var fetchedAt: Date?
    /// The number of items that the last refresh could not read.
    public var skipped: Int
    /// The spans of which nothing is known, newest first, disjoint.
    public var gaps: [Gap]
    /// Why the last refresh failed; nil if it succeeded.
    public var error: StoredError?
    /// When the visit before the present one ended; nil if there was none.
    public var lastVisitAt: Date?
    /// The title that the feed gives itself; nil if unknown.
    public var title: String?
    /// What the caller keeps beside the items; nil until a refresh brings it.
    public var extra: Data?

    /// Creates a snapshot; without arguments, that of a feed never fetched.
    public init(
        items: [StoredItem] = [], total: Int = 0, unreadCount: Int = 0, mutedCount: Int = 0, fetchedAt: Date? = nil,
        skipped: Int = 0, gaps: [Gap] = [], error: StoredError? = nil, lastVisitAt: Date? = nil, title: String? = nil,
        extra: Data? = nil
    ) {
        self.items = items
        self.total = total
        self.unreadCount = unreadCount
        self.mutedCount = mutedCount
        self.fetchedAt = fetchedAt
        self.skipped = skipped
        self.gaps = gaps
        self.error = error
        self.lastVisitAt = lastVisitAt
        self.title = title
        self.extra = extra
    }
}
