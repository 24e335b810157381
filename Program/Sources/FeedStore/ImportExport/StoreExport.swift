public import Platform
public import Search

/// The follows, marks, saved items, labels, rules and settings of an account, for import into another store.
public struct StoreExport: Sendable, Hashable {
    /// An item that was read. The item itself need not be stored.
    public struct ReadItem: Sendable, Hashable {
        /// The item.
        public var key: ItemKey
        /// When it was read.
        public var readAt: Date

        /// Creates a mark.
        public init(key: ItemKey, readAt: Date) {
            self.key = key
            self.readAt = readAt
        }
    }

    /// A saved item with its content.
    public struct SavedItem: Sendable, Hashable {
        /// The namespace of the item's id.
        public var scope: String
        /// The feed to show it under.
        public var feed: FeedKey
        /// When it was saved.
        public var savedAt: Date
        /// The item as a refresh stores it.
        public var item: Refresh.Item

        /// Creates a saved item.
        public init(scope: String, feed: FeedKey, savedAt: Date, item: Refresh.Item) {
            self.scope = scope
            self.feed = feed
            self.savedAt = savedAt
            self.item = item
        }
    }

    /// An item with labels, and its content.
    public struct LabelledItem: Sendable, Hashable {
        /// The namespace of the item's id.
        public var scope: String
        /// The feed to show it under.
        public var feed: FeedKey
        /// The names of its labels.
        public var labels: [String]
        /// The item as a refresh stores it.
        public var item: Refresh.Item

        /// Creates an item with labels.
        public init(scope: String, feed: FeedKey, labels: [String], item: Refresh.Item) {
            self.scope = scope
            self.feed = feed
            self.labels = labels
            self.item = item
        }
    }

    /// The followed feeds in their order.
    public var follows: [StoredFollow]
    /// The items that were read.
    public var read: [ReadItem]
    /// Whether `read` has everything that was read, so that all other items of the followed feeds are unread.
    public var isReadComplete: Bool
    /// The saved items.
    public var saved: [SavedItem]
    /// The items with labels.
    public var labelled: [LabelledItem]

    /// The rules in their order.
    public var rules: [Rule]

    /// The settings that differ from the defaults, by name.
    public var settings: [String: String]

    /// Creates an export; empty by default.
    public init(
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
public struct ImportCounts: Sendable, Hashable {
    /// The number of follows, marks, saved items, items with labels, rules and settings that are new.
    public var added = 0
    /// The number of those that existed already.
    public var known = 0

    /// Creates counts of zero.
    public init() {}
}
