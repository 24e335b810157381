#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One item of a feed, as the store has it.
public struct StoredItem: Sendable, Hashable, Identifiable {
    /// Unique within its feed.
    public let id: String
    /// When it happened, by the upstream; nil for what has no date.
    public let date: Date?
    /// Its place in the upstream's list, smallest first; nil where the list has no order of its own.
    public let rank: Int?
    /// What the caller committed, byte for byte.
    public let payload: Data
    /// When the commit that brought it was fetched.
    public let firstSeenAt: Date
    /// Whether it came after the feed was first shown and has not been shown yet.
    public let isNew: Bool
    /// Whether it was marked as read, in whichever feed of the upstream.
    public let isRead: Bool
    /// Whether it was saved, in whichever feed of the upstream.
    public let isSaved: Bool

    /// Puts together an item, as another store or a test does.
    public init(
        id: String, date: Date?, rank: Int?, payload: Data, firstSeenAt: Date, isNew: Bool, isRead: Bool = false,
        isSaved: Bool = false
    ) {
        self.id = id
        self.date = date
        self.rank = rank
        self.payload = payload
        self.firstSeenAt = firstSeenAt
        self.isNew = isNew
        self.isRead = isRead
        self.isSaved = isSaved
    }
}
