import Platform

/// A feed without its items.
package struct FeedSummary: Sendable, Hashable {
    /// The feed.
    package let feed: FeedKey
    /// When it was last refreshed without an error; nil if never.
    package let fetchedAt: Date?
    /// Why the last refresh failed; nil if it succeeded.
    package let error: StoredError?

    /// Creates a summary.
    package init(feed: FeedKey, fetchedAt: Date?, error: StoredError?) {
        self.feed = feed
        self.fetchedAt = fetchedAt
        self.error = error
    }
}
