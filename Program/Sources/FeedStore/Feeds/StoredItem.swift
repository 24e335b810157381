public import Platform

/// An item in the store, together with a feed that lists it.
public struct StoredItem: Sendable, Hashable, Identifiable {
    /// Identifies the item across feeds.
    public let key: ItemKey
    /// The feed it was read from. In lists across feeds, a followed feed if one lists the item.
    public let feed: FeedKey
    /// The upstream's date; nil for undated items.
    public let date: Date?
    /// The item's place in the feed, smallest first; nil in feeds without an order of their own.
    public let rank: Int?
    /// The bytes that the caller committed.
    public let payload: Data
    /// When the commit that first brought the item was fetched.
    public let firstSeenAt: Date
    /// Whether the item is unread.
    public internal(set) var isUnread: Bool
    /// When the item was saved; nil if it isn't.
    public internal(set) var savedAt: Date?

    /// Whether a rule highlights the item.
    public let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    public let labels: [String]
    /// The story that the item stands for; nil for an item that is by itself, and in lists of items.
    public var story: StoryGroup?

    /// The id within the key's scope.
    public var id: String { key.id }
    /// Whether the item is saved.
    public var isSaved: Bool { savedAt != nil }

    /// Creates an item.
    public init(
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
