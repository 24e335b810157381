public import FeedStore

/// Items of several feeds, each with the feed that lists it.
public struct ListedItems: Sendable {
    /// One of them.
    public struct Item: Sendable {
        /// The item, and what the reader has done with it.
        public var shown: ShownItem
        /// A feed that lists it; a followed one if there is one.
        public let feed: Feed

        /// An item of that feed.
        public init(shown: ShownItem, feed: Feed) {
            self.shown = shown
            self.feed = feed
        }

        /// What the store knows the item by, in whichever feed.
        public var key: ItemKey { ItemKey(scope: feed.description.scope, id: shown.entry.id) }
    }

    /// Those that can be read, in the order of the list.
    public var items: [Item]
    /// How many there are without a limit.
    public var total: Int
    /// How many more there would be if no rule hid any.
    public var mutedCount: Int
    /// How many this version doesn't understand.
    public var unreadable: Int

    /// A list of these.
    public init(items: [Item], total: Int, mutedCount: Int = 0, unreadable: Int = 0) {
        self.items = items
        self.total = total
        self.mutedCount = mutedCount
        self.unreadable = unreadable
    }

    init(_ stored: [StoredItem], total: Int, mutedCount: Int = 0, _ catalog: FeedCatalog) {
        self.mutedCount = mutedCount
        var feeds: [FeedKey: Feed] = [:]
        items = stored.compactMap { item in
            guard let feed = feeds[item.feed] ?? catalog.feed(item.feed) else { return nil }
            feeds[item.feed] = feed
            return feed.description.decoded([item]).first.map { Item(shown: $0, feed: feed) }
        }
        unreadable = stored.count - items.count
        self.total = total
    }
}
