import FeedStore
import Platform

/// Items of several feeds.
package struct ListedItems: Sendable {
    /// An item and a feed that lists it.
    package struct Item: Sendable {
        /// The item with its marks.
        package var shown: ShownItem
        /// A feed that lists the item; a followed feed if one lists it.
        package let feed: Feed
        /// When the item was saved; nil if it isn't, or for an item that wasn't read from the store.
        package let savedAt: Date?
        /// The story that the item stands for; nil for an item that is by itself. Its marks are the story's.
        package var story: StoryGroup?

        /// An item of a feed.
        package init(shown: ShownItem, feed: Feed, savedAt: Date? = nil, story: StoryGroup? = nil) {
            self.shown = shown
            self.feed = feed
            self.savedAt = savedAt
            self.story = story
        }

        /// The item's key, the same in all feeds that list it.
        package var key: ItemKey { ItemKey(scope: feed.description.scope, id: shown.entry.id) }
    }

    /// The readable items, in the order of the list.
    package var items: [Item]
    /// The number of items without a limit.
    package var total: Int
    /// The number of further items that rules hide.
    package var mutedCount: Int
    /// The number of items that this version can't read.
    package var unreadable: Int

    /// A list of items.
    package init(items: [Item], total: Int, mutedCount: Int = 0, unreadable: Int = 0) {
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
            return feed.description.decoded([item]).first.map { shown in
                Item(shown: shown, feed: feed, savedAt: item.savedAt, story: item.story)
            }
        }
        unreadable = stored.count - items.count
        self.total = total
    }
}
