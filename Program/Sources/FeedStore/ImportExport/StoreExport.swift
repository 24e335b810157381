import Platform
import Search

/// The follows, marks, saved items, labels, rules and settings of an account, for import into another store.
package struct StoreExport: Sendable, Hashable {
    /// An item that was read. The item itself need not be stored.
    package struct ReadItem: Sendable, Hashable {
        /// The item.
        package var key: ItemKey
        /// When it was read.
        package var readAt: Date

        /// Creates a mark.
        package init(key: ItemKey, readAt: Date) {
            self.key = key
            self.readAt = readAt
        }
    }

    /// A saved item with its content.
    package struct SavedItem: Sendable, Hashable {
        /// The namespace of the item's id.
        package var scope: String
        /// The feed to show it under.
        package var feed: FeedKey
        /// When it was saved.
        package var savedAt: Date
        /// The item as a refresh stores it.
        package var item: Refresh.Item

        /// Creates a saved item.
        package init(scope: String, feed: FeedKey, savedAt: Date, item: Refresh.Item) {
            self.scope = scope
            self.feed = feed
            self.savedAt = savedAt
            self.item = item
        }
    }

    /// An item with labels, and its content.
    package struct LabelledItem: Sendable, Hashable {
        /// The namespace of the item's id.
        package var scope: String
        /// The feed to show it under.
        package var feed: FeedKey
        /// The names of its labels.
        package var labels: [String]
        /// The item as a refresh stores it.
        package var item: Refresh.Item

        /// Creates an item with labels.
        package init(scope: String, feed: FeedKey, labels: [String], item: Refresh.Item) {
            self.scope = scope
            self.feed = feed
            self.labels = labels
            self.item = item
        }
    }

    /// The followed feeds in their order.
    package var follows: [StoredFollow]
    /// The items that were read.
    package var read: [ReadItem]
    /// Whether `read` has everything that was read, so that all other items of the followed feeds are unread.
    package var isReadComplete: Bool
    /// The saved items.
    package var saved: [SavedItem]
    /// The items with labels.
    package var labelled: [LabelledItem]

    /// The rules in their order.
    package var rules: [Rule]

    /// The settings that differ from the defaults, by name.
    package var settings: [String: String]

    /// Creates an export; empty by default.
    package init(
        follows: [StoredFollow] = [], read: [ReadItem] = [], isReadComplete: Bool = false, saved: [SavedItem] = [],
        labelled: [LabelledItem] = [], rules: [Rule] = [], settings: [String: String] = [:]
    ) {
        self.isReadComplete = isReadComplete
        self.rules = rules
        self.settings = settings
        self.follows = follows
        self.read = read
        self.saved = saved
        self.labelled = labelled
    }
}

/// The changes of an import.
package struct ImportCounts: Sendable, Hashable {
    /// The number of follows, marks, saved items, items with labels, rules and settings that are new.
    package var added = 0
    /// The number of those that existed already.
    package var known = 0

    /// Creates counts of zero.
    package init() {}
}
