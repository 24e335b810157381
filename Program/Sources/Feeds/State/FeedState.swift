public import FeedStore
public import Platform

/// The items of a feed and how fresh they are.
public struct FeedState: Sendable {
    /// The items in the requested order.
    public var items: [ShownItem]
    /// The number of items without the requested limit.
    public var total: Int
    /// The number of unread items without the requested limit.
    public var unreadCount: Int
    /// The number of items that rules hide. ``items``, ``total`` and ``unreadCount`` leave them out.
    public var mutedCount: Int
    /// How fresh the items are.
    public var freshness: Freshness
    /// The feed's own title; nil if it is unknown.
    public var title: String?
    /// When the feed was last refreshed completely; nil if never.
    public var fetchedAt: Date?
    /// When the reader's previous visit ended; nil if there was none.
    public var lastVisitAt: Date?
    /// The number of items that the upstream sent but that are unreadable or deleted.
    public var skipped: Int
    /// Spans in which items are missing, newest first.
    public var gaps: [Gap]
    /// Why no request was made; nil if one was.
    public var deferral: Deferral?
    /// Problems that don't make the items stale.
    public var remarks: [String]
    /// Why the fetched items couldn't be stored, which is also a remark; nil if they are.
    public var storeError: FeedStoreError?

    /// Creates a state.
    public init(
        items: [ShownItem] = [], total: Int? = nil, unreadCount: Int? = nil, mutedCount: Int = 0,
        freshness: Freshness, title: String? = nil, fetchedAt: Date? = nil, lastVisitAt: Date? = nil,
        skipped: Int = 0, gaps: [Gap] = [],
        deferral: Deferral? = nil, remarks: [String] = []
    ) {
        self.items = items
        self.total = total ?? items.count
        self.unreadCount = unreadCount ?? items.count { $0.isUnread }
        self.mutedCount = mutedCount
        self.freshness = freshness
        self.title = title
        self.fetchedAt = fetchedAt
        self.lastVisitAt = lastVisitAt
        self.skipped = skipped
        self.gaps = gaps
        self.deferral = deferral
        self.remarks = remarks
    }

    /// Whether no further state of this look follows.
    public var isSettled: Bool { freshness != .stored && !freshness.isRefreshing }
}
