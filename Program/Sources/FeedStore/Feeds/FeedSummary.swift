public import Platform

/// A feed without its items.
public struct FeedSummary: Sendable, Hashable {
    /// The feed.
    public let feed: FeedKey
    /// When it was last refreshed without an error; nil if never.
    public let fetchedAt: Date?
    /// Why the last refresh failed; nil if it succeeded.
    public let error: StoredError?

    /// Creates a summary.
    public init(feed: FeedKey, fetchedAt: Date?, error: StoredError?) {
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.error = error
    }
}
