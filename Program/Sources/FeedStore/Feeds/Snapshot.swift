import Platform

/// The state of a feed, read in one transaction.
package struct Snapshot: Sendable, Hashable {
    /// The items that the feed currently lists, bounded by the limit.
    package var items: [StoredItem]
    /// The number of items that the feed currently lists, without the limit.
    package var total: Int
    /// The number of those that are unread.
    package var unreadCount: Int
    /// The items that are read only because they joined stories that were read. ``FeedStore/marks(of:)`` has them as unread.
    package internal(set) var absorbed: Set<ItemKey> = []
    /// The number of listed items that rules hide. `items`, `total` and `unreadCount` leave them out.
    package var mutedCount: Int
    /// The date when the feed was last refreshed without an error; nil if never.
    package var fetchedAt: Date?
    /// The number of items that the last refresh couldn't read.
    package var skipped: Int
    /// The spans in which items are missing, newest first, disjoint.
    package var gaps: [Gap]
    /// The error of the last refresh; nil if it succeeded.
    package var error: StoredError?
    /// The date when the previous visit ended; nil if there was none.
    package var lastVisitAt: Date?
    /// The feed's own title; nil if it is unknown.
    package var title: String?
    /// Additional data of the feed; nil if no refresh has brought any.
    package var extra: Data?

    /// Creates a snapshot; without arguments, that of a feed never fetched.
    package init(
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

/// A feed without its items.
package struct FeedSummary: Sendable, Hashable {
    /// The feed.
    package let feed: FeedKey
    /// The date when it was last refreshed without an error; nil if never.
    package let fetchedAt: Date?
    /// The error of the last refresh; nil if it succeeded.
    package let error: StoredError?

    /// Creates a summary.
    package init(feed: FeedKey, fetchedAt: Date?, error: StoredError?) {
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.error = error
    }
}

/// The reason why the last refresh of a feed failed or was incomplete.
package struct StoredError: Sendable, Hashable {
    /// A short name for programs, such as `unreachable`.
    package var kind: String
    /// A sentence for readers.
    package var message: String
    /// The date of the failure; for a missing feed, the date when it went missing.
    package var at: Date
    /// The date of the next attempt; nil if the upstream names none.
    package var retryAt: Date?

    /// Creates an error.
    package init(kind: String, message: String, at: Date, retryAt: Date? = nil) {
        self.kind = kind
        self.message = message
        self.at = at
        self.retryAt = retryAt
    }
}
