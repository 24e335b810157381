public import Platform

/// The state of a feed, read in one transaction.
public struct Snapshot: Sendable, Hashable {
    /// The items that the feed currently lists, bounded by the limit.
    public var items: [StoredItem]
    /// The number of items that the feed currently lists, without the limit.
    public var total: Int
    /// The number of those that are unread.
    public var unreadCount: Int
    /// The items that are read only because they joined stories that were read. ``FeedStore/marks(of:)`` has them as unread.
    public internal(set) var absorbed: Set<ItemKey> = []
    /// The number of listed items that rules hide. `items`, `total` and `unreadCount` leave them out.
    public var mutedCount: Int
    /// When the feed was last refreshed without an error; nil if never.
    public var fetchedAt: Date?
    /// The number of items that the last refresh couldn't read.
    public var skipped: Int
    /// The spans in which items are missing, newest first, disjoint.
    public var gaps: [Gap]
    /// Why the last refresh failed; nil if it succeeded.
    public var error: StoredError?
    /// When the previous visit ended; nil if there was none.
    public var lastVisitAt: Date?
    /// The feed's own title; nil if it is unknown.
    public var title: String?
    /// Additional data of the feed; nil if no refresh has brought any.
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
