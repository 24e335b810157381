import Platform

/// An item in the store, together with a feed that lists it.
package struct StoredItem: Sendable, Hashable, Identifiable {
    /// Identifies the item across feeds.
    package let key: ItemKey
    /// The feed it was read from. In lists across feeds, a followed feed if one lists the item.
    package let feed: FeedKey
    /// The upstream's date; nil for undated items.
    package let date: Date?
    /// The item's place in the feed, smallest first; nil in feeds without an order of their own.
    package let rank: Int?
    /// The bytes that the caller committed.
    package let payload: Data
    /// When the commit that first brought the item was fetched.
    package let firstSeenAt: Date
    /// Whether the item is unread.
    package internal(set) var isUnread: Bool
    /// When the item was saved; nil if it isn't.
    package internal(set) var savedAt: Date?

    /// Whether a rule highlights the item.
    package let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package let labels: [String]
    /// The story that the item stands for; nil for an item that is by itself, and in lists of items.
    package var story: StoryGroup?

    /// The id within the key's scope.
    package var id: String { key.id }
    /// Whether the item is saved.
    package var isSaved: Bool { savedAt != nil }

    /// Creates an item.
    package init(
        key: ItemKey, feed: FeedKey, date: Date? = nil, rank: Int? = nil, payload: Data, firstSeenAt: Date,
        isUnread: Bool = true, savedAt: Date? = nil, isHighlighted: Bool = false,
        labels: [String] = []
    ) {
        self.key = key
        self.feed = feed
        self.date = date
        self.rank = rank
        self.payload = payload
        self.firstSeenAt = firstSeenAt
        self.isUnread = isUnread
        self.savedAt = savedAt
        self.isHighlighted = isHighlighted
        self.labels = labels
    }
}
