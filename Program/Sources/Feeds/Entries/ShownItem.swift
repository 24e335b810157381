#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An item with how it is shown and what the reader has done with it.
public struct ShownItem: Sendable {
    /// The item in its upstream's own shape.
    public let item: any FeedItem
    /// How it is shown.
    public let entry: Entry
    /// Whether it still has to be read: until it is opened or marked, in whichever feed lists it.
    public var isUnread: Bool
    /// Whether it is saved for later.
    public var isSaved: Bool
    /// Whether a rule highlights it.
    public var isHighlighted: Bool
    /// When the refresh that brought it first was made; nil while it isn't stored.
    public var firstSeenAt: Date?
    /// Its place in the upstream's list, from 0; nil where the list has no order of its own.
    public var rank: Int?

    /// An item that nobody has read.
    public init(
        _ item: any FeedItem, isUnread: Bool = true, isSaved: Bool = false, isHighlighted: Bool = false,
        firstSeenAt: Date? = nil, rank: Int? = nil
    ) {
        self.item = item
        entry = item.entry
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.firstSeenAt = firstSeenAt
        self.rank = rank
    }

    /// The same marks on a newer form of the item.
    public func with(_ item: any FeedItem) -> ShownItem {
        ShownItem(
            item, isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, firstSeenAt: firstSeenAt,
            rank: rank)
    }
}
