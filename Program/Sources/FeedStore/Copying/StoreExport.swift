import Platform
import SQL
import Search

/// The follows, marks, saved items, labels, rules and settings of an account, for import into another store.
package struct StoreExport: Sendable, Hashable {
    /// An item that was read. The item itself need not be stored.
    package struct ReadItem: Sendable, Hashable {
        /// The item.
        package var key: ItemKey
        /// The date when it was read.
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
        /// The date when it was saved.
        package var savedAt: Date
        /// The item as a refresh stores it.
        package var item: FeedUpdate.Item

        /// Creates a saved item.
        package init(scope: String, feed: FeedKey, savedAt: Date, item: FeedUpdate.Item) {
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
        package var item: FeedUpdate.Item

        /// Creates an item with labels.
        package init(scope: String, feed: FeedKey, labels: [String], item: FeedUpdate.Item) {
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
    /// True if `read` is complete, so that all other items of the followed feeds are unread.
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

extension FeedStore {
    /// The items that were read, including those whose content isn't stored yet.
    ///
    /// Reads no content.
    package func readItems() throws -> [StoreExport.ReadItem] {
        try read { db in
            try database.rows(of: "marks", db, Self.readItems, [db.account]) { columns in
                StoreExport.ReadItem(
                    key: ItemKey(scope: try columns.text(0), id: try columns.text(1)), readAt: try columns.date(2))
            }
        }
    }

    private static let readItems = """
        SELECT scope, key, \(ReadState.readAt("item.id", "?1"))
        FROM item \(ReadState.mark(of: "item.id", "?1"))
        WHERE mark.read_at IS NOT NULL OR NOT \(ReadState.condition("item.id", "?1")) ORDER BY item.id
        """

    /// Adds an export; existing entries stay as they are.
    ///
    /// A mark on an item that isn't stored applies when the item arrives, within 30 days. The newest 20 items of an
    /// added feed are unread, as with ``follow(_:path:_:at:)``, unless they are marked.
    ///
    /// One transaction. The rules, old and new, are then applied to all items in further ones.
    package func add(_ export: StoreExport, at date: Date) throws -> ImportCounts {
        try write { db in
            var counts = try StoreImport(db: db, now: date).add(export)
            let added = try export.rules.compactMap { try insert(db, $0, at: date) }
            counts.added += added.count
            counts.known += export.rules.count - added.count
            if try RuleQueries.rules(db) != nil { try RuleApplication(db: db).begin(new: added, at: date) }
            return counts
        }
    }
}
