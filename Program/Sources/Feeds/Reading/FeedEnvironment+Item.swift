import FeedStore
import Platform

extension FeedEnvironment {
    /// An item of a feed, listed or not; nil if it is unknown or unreadable for this version.
    ///
    /// The item is stored, or shown by a refresh of this environment that isn't over. Blocks the calling thread; fails with a
    /// ``FeedStoreError``.
    package func item(_ id: String, of feed: Feed) throws -> ListedItems.Item? {
        guard try mayRead(feed.description) else { return nil }
        let key = ItemKey(scope: feed.description.scope, id: id)
        // Looked up first: it may be stored meanwhile.
        let arriving = ownArrivals.lazy.compactMap { $0.item(key, of: feed.key) }.first
        if let stored = try store.items(of: feed.key, ids: [id]).first {
            return feed.description.decoded([stored]).first.map { ListedItems.Item(shown: $0, feed: feed) }
        }
        guard var shown = arriving else { return nil }
        if let marks = try store.marks(of: [key])[key] { shown.marks = marks }
        return ListedItems.Item(shown: shown, feed: feed)
    }
}

extension FeedCatalog {
    /// The feed of the comments on an item; nil if the item has none that Freshet reads, or is one of them.
    package func discussion(of item: ListedItems.Item) -> Feed? {
        let entry = item.shown.entry
        var address = entry.discussion
        if address == nil, case .web(let url) = entry.link { address = url }
        guard let address, let feed = feed(pasted: address.absoluteString), feed.description.isDiscussion,
            feed != item.feed
        else { return nil }
        // An item whose own page is there has a discussion if its comments are counted: advertisements have none.
        if entry.discussion == nil, feed.upstream.id == item.feed.upstream.id, entry.measure("comments") == nil {
            return nil
        }
        return feed
    }
}
