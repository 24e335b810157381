public import FeedStore
public import Platform

/// An item with its entry and its marks.
public struct ShownItem: Sendable {
    /// The item in its upstream's own form.
    public let item: any FeedItem
    /// The item's entry.
    public let entry: Entry
    /// Whether it is unread, in every feed that lists it.
    public var isUnread: Bool
    /// Whether it is saved.
    public var isSaved: Bool
    /// Whether a rule highlights it.
    public var isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    public var labels: [String]
    /// When the refresh that brought it was made; nil if it isn't stored.
    public var firstSeenAt: Date?
    /// Its position in the upstream's list, from 0; nil if the list has no order of its own.
    public var rank: Int?

    /// An unread item by default.
    public init(
        _ item: any FeedItem, isUnread: Bool = true, isSaved: Bool = false, isHighlighted: Bool = false,
        labels: [String] = [], firstSeenAt: Date? = nil, rank: Int? = nil
    ) {
        self.item = item
        entry = item.entry
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.labels = labels
        self.firstSeenAt = firstSeenAt
        self.rank = rank
    }

    /// Its marks.
    public var marks: ItemMarks {
        get { ItemMarks(isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels) }
        set {
            (isUnread, isSaved, isHighlighted) = (newValue.isUnread, newValue.isSaved, newValue.isHighlighted)
            labels = newValue.labels
        }
    }

    /// Whether it is a comment that arrived after the last visit to its discussion; false if there was none.
    public func isNewComment(since lastVisitAt: Date?) -> Bool {
        guard let lastVisitAt, let firstSeenAt, entry.depth > 0 else { return false }
        return firstSeenAt > lastVisitAt
    }

    /// Marks it. Returns whether the mark changed anything.
    public mutating func apply(_ mark: Mark) -> Bool {
        let former = (isUnread, isSaved)
        switch mark {
        case .read: isUnread = false
        case .unread: isUnread = true
        case .saved: isSaved = true
        case .unsaved: isSaved = false
        }
        return former != (isUnread, isSaved)
    }

    /// A newer form of the item with the same marks.
    public func with(_ item: any FeedItem) -> ShownItem {
        ShownItem(
            item, isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels,
            firstSeenAt: firstSeenAt, rank: rank)
    }
}
