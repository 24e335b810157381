import FeedStore
import Platform

/// The items of a feed and how fresh they are.
package struct FeedState: Sendable {
    /// The items in the requested order.
    package var items: [ShownItem]
    /// The number of items without the requested limit.
    package var total: Int
    /// The number of unread items without the requested limit.
    package var unreadCount: Int
    /// The number of items that rules hide. ``items``, ``total`` and ``unreadCount`` leave them out.
    package var mutedCount: Int
    /// How fresh the items are.
    package var freshness: Freshness
    /// The feed's own title; nil if it is unknown.
    package var title: String?
    /// When the feed was last refreshed completely; nil if never.
    package var fetchedAt: Date?
    /// When the reader's previous visit ended; nil if there was none.
    package var lastVisitAt: Date?
    /// The number of items that the upstream sent but that are unreadable or deleted.
    package var skipped: Int
    /// Spans in which items are missing, newest first.
    package var gaps: [Gap]
    /// Why no request was made; nil if one was.
    package var deferral: Deferral?
    /// Problems that don't make the items stale.
    package var remarks: [String]
    /// Why the fetched items couldn't be stored, which is also a remark; nil if they are.
    package var storeError: FeedStoreError?

    /// Creates a state.
    package init(
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
    package var isSettled: Bool { freshness != .stored && !freshness.isRefreshing }
}
