#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The copy that was made of an item when it was saved.
public struct SavedItem: Sendable, Hashable {
    /// Which item.
    public let key: ItemKey
    /// A feed that had it then.
    public let feed: FeedKey
    /// When it happened, by the upstream; nil for what has no date.
    public let date: Date?
    /// What the caller had committed, byte for byte.
    public let payload: Data
    /// When it was saved.
    public let savedAt: Date
    /// Whether it has been read.
    public let isRead: Bool

    /// Puts together an entry, as another store or a test does.
    public init(key: ItemKey, feed: FeedKey, date: Date?, payload: Data, savedAt: Date, isRead: Bool) {
        self.key = key
        self.feed = feed
        self.date = date
        self.payload = payload
        self.savedAt = savedAt
        self.isRead = isRead
    }
}
