/// A reader's mark on an item.
package enum Mark: String, Sendable, Hashable, Codable, CaseIterable {
    /// The item has been read.
    case read
    /// The item is unread again.
    case unread
    /// The item is kept until it is unsaved, even if no feed lists it.
    case saved
    /// The item is kept only as long as other items are.
    case unsaved

    /// The mark that takes this one back.
    package var inverse: Mark {
        switch self {
        case .read: .unread
        case .unread: .read
        case .saved: .unsaved
        case .unsaved: .saved
        }
    }
}

/// The marks of a stored item.
package struct ItemMarks: Sendable, Hashable {
    package var isUnread: Bool
    package let isSaved: Bool
    package let isHighlighted: Bool
    /// The labels that the account has given it, in alphabetical order.
    package let labels: [String]

    /// Creates marks.
    package init(isUnread: Bool, isSaved: Bool, isHighlighted: Bool, labels: [String] = []) {
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.isHighlighted = isHighlighted
        self.labels = labels
    }
}

/// The outcome of marking a selection of items.
package struct Marking: Sendable, Hashable {
    /// The items that changed, in the order of the selection, without those that rules hide.
    package var items: [ItemKey]
    /// The number that undoes it; nil if nothing changed.
    package var number: Int64?

    /// An outcome; by default that of marking nothing.
    package init(items: [ItemKey] = [], number: Int64? = nil) {
        self.items = items
        self.number = number
    }
}

/// The numbers of unread items in the followed feeds.
package struct UnreadCounts: Sendable, Hashable {
    /// The unread items of all followed feeds together. An item in two feeds counts once.
    package var total: Int
    /// The unread items of each followed feed, including feeds with 0.
    package var byFeed: [FeedKey: Int]

    /// The stories that several unread items tell: of each item the feeds that list it. Empty if items are counted.
    package var stories: [[[FeedKey]]] = []

    /// The number of unread items of some feeds together. What two of them tell counts once.
    package func total(of feeds: [FeedKey]) -> Int {
        let chosen = Set(feeds)
        return stories.reduce(feeds.reduce(0) { $0 + (byFeed[$1] ?? 0) }) { total, items in
            let listed = items.count { $0.contains(where: chosen.contains) }
            return total - max(0, listed - 1)
        }
    }

    /// Creates counts; by default those of a store without followed feeds.
    package init(total: Int = 0, byFeed: [FeedKey: Int] = [:]) {
        self.total = total
        self.byFeed = byFeed
    }
}
