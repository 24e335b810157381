#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a feed shows one of.
///
/// Its `Codable` form is what the store keeps, so that a newer program must be able to read an older one's.
public protocol FeedItem: Codable, Sendable {
    /// Unique within the feed.
    var feedID: String { get }
    /// When it happened; nil where the upstream does not say.
    var feedDate: Date? { get }
}

/// An item as it is shown.
public struct ShownItem<Item: FeedItem>: Sendable {
    /// The item.
    public var item: Item
    /// Whether it came after the feed was last shown; never at the first look.
    public var isNew: Bool
    /// Whether it was marked as read, here or in another feed of the upstream.
    public var isRead: Bool
    /// Whether it was saved for later, here or in another feed of the upstream.
    public var isSaved: Bool

    /// An item as it is shown.
    public init(_ item: Item, isNew: Bool = false, isRead: Bool = false, isSaved: Bool = false) {
        self.item = item
        self.isNew = isNew
        self.isRead = isRead
        self.isSaved = isSaved
    }
}
