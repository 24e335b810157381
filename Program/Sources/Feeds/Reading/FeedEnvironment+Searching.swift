public import FeedStore

/// What a search found.
public struct SearchedItems: Sendable {
    /// The items with where the words were found, in the order that was asked for.
    public var hits: [Hit]
    /// How many items match without a limit.
    public var total: Int

    /// One item.
    public struct Hit: Sendable {
        /// The item and a feed that lists it.
        public let item: ListedItems.Item
        /// Plain text around what was found, or the title.
        public let match: String
        /// Where the words that were found stand in ``match``.
        public let ranges: [Range<String.Index>]
    }
}

extension FeedEnvironment {
    /// Everything stored that matches; fails with a ``FeedStoreError``. Blocks the calling thread.
    public func search(_ query: SearchQuery, order: SearchOrder, limit: Int) throws -> SearchedItems {
        let results = try store.search(query, order: order, limit: limit, now: now())
        let hits = results.hits.compactMap { hit in
            ListedItems([hit.item], total: 1, catalog).items.first.map {
                SearchedItems.Hit(item: $0, match: hit.match, ranges: hit.ranges)
            }
        }
        return SearchedItems(hits: hits, total: results.total)
    }
}
