public import Platform

/// A feed without its items.
public struct FeedSummary: Sendable, Hashable {
    /// The feed.
    public let feed: FeedKey
    /// The number of items it currently lists.
    public let count: Int
    /// The number of those that are unread.
    public let unreadCount: Int
    /// When it was last refreshed without an error; nil if never.
    public let fetchedAt: Date?
    /// Why the last refresh failed; nil if it succeeded.
    public let error: StoredError?
    /// Whether the reader follows it.
    public let isFollowed: Bool

    /// Creates a summary.
    public init(
        feed: FeedKey, count: Int, unreadCount: Int, fetchedAt: Date?, error: StoredError?, isFollowed: Bool
    ) {
        self.feed = feed
        self.count = count
        self.unreadCount = unreadCount
        self.fetchedAt = fetchedAt
        self.error = error
        self.isFollowed = isFollowed
    }
}
