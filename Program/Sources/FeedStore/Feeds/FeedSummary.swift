#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A feed in one line, without its items.
public struct FeedSummary: Sendable, Hashable {
    /// Which feed.
    public let feed: FeedKey
    /// How many current items it has.
    public let count: Int
    /// How many of them are new since the last showing; 0 before the first.
    public let newCount: Int
    /// When it was last refreshed without an error; nil when never.
    public let fetchedAt: Date?
    /// Why the last refresh failed; nil when it did not.
    public let error: StoredError?

    /// Puts together a summary, as another store or a test does.
    public init(feed: FeedKey, count: Int, newCount: Int, fetchedAt: Date?, error: StoredError?) {
        self.feed = feed
        self.count = count
        self.newCount = newCount
        self.fetchedAt = fetchedAt
        self.error = error
    }
}
