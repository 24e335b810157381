public import FeedStore

/// Items of several feeds.
public struct ListedItems: Sendable {
    /// An item and a feed that lists it.
    public struct Item: Sendable {
        /// The item with its marks.
        public var shown: ShownItem
        /// A feed that lists the item; a followed feed if one lists it.
        public let feed: Feed

        /// An item of a feed.
        public init(shown: ShownItem, feed: Feed) {
            self.shown = shown
            self.feed = feed
        }

        /// The item's key, the same in all feeds that list it.
        public var key: ItemKey { ItemKey(scope: feed.description.scope, id: shown.entry.id) }
    }

    /// The readable items, in the order of the list.
    public var items: [Item]
    /// The number of items without a limit.
    public var total: Int
    /// The number of further items that rules hide.
    public var mutedCount: Int
    /// The number of items that this version can't read.
    public var unreadable: Int

    /// A list of items.
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
