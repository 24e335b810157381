#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public import FeedStore

/// A feed at one instant: what is known, and how fresh it is.
public struct FeedState: Sendable {
    /// What is shown, in the order that was asked for.
    public var items: [ShownItem]
    /// How many there are without the limit that was asked for.
    public var total: Int
    /// How many are unread without the limit that was asked for.
    public var unreadCount: Int
    /// How many items rules hide; ``items``, ``total`` and ``unreadCount`` leave them out.
    public var mutedCount: Int
    /// How fresh the items are.
    public var freshness: Freshness
    /// The title that the feed gives itself; nil where it is not known.
    public var title: String?
    /// When the feed was last brought up to date; nil when it never was.
    public var fetchedAt: Date?
    /// When the reader's last visit ended; nil before the second one.
    public var lastVisitAt: Date?
    /// How many items the upstream gave that could not be read or were not there any more.
    public var skipped: Int
    /// Spans of which nothing is known, newest first.
    public var gaps: [Gap]
    /// Why no request was made, where none was.
    public var deferral: Deferral?
    /// What went wrong beside the items without making them stale.
    public var remarks: [String]

    /// Puts together a state.
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

    /// Whether a look has ended with this state.
    public var isSettled: Bool { freshness != .stored && !freshness.isRefreshing }
}
