import FeedStore
import Platform

/// An item with its entry and its marks.
package struct ShownItem: Sendable {
    /// The item in its upstream's own form.
    package let item: any FeedItem
    /// The item's entry.
    package let entry: Entry
    /// Whether it is unread, in every feed that lists it.
    package var isUnread: Bool
    /// Whether it is saved.
    package var isSaved: Bool
    /// Whether a rule highlights it.
    package var isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package var labels: [String]
    /// When the refresh that brought it was made; nil if it isn't stored.
    package var firstSeenAt: Date?
    /// Its position in the upstream's list, from 0; nil if the list has no order of its own.
    package var rank: Int?

    /// An unread item by default.
    package init(
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
    package var marks: ItemMarks {
        get { ItemMarks(isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels) }
        set {
            (isUnread, isSaved, isHighlighted) = (newValue.isUnread, newValue.isSaved, newValue.isHighlighted)
            labels = newValue.labels
        }
    }

    /// Whether it is a comment that arrived after the last visit to its discussion; false if there was none.
    package func isNewComment(since lastVisitAt: Date?) -> Bool {
        guard let lastVisitAt, let firstSeenAt, entry.depth > 0 else { return false }
        return firstSeenAt > lastVisitAt
    }

    /// Marks it. Returns whether the mark changed anything.
    package mutating func apply(_ mark: Mark) -> Bool {
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
    package func with(_ item: any FeedItem) -> ShownItem {
        ShownItem(
            item, isUnread: isUnread, isSaved: isSaved, isHighlighted: isHighlighted, labels: labels,
            firstSeenAt: firstSeenAt, rank: rank)
    }
}
