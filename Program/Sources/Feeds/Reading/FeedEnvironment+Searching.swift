import FeedStore
public import Search

/// The results of a search.
public struct SearchedItems: Sendable {
    /// The matches in the requested order.
    public var hits: [Hit]
    /// The number of matches without a limit.
    public var total: Int
    /// Says that some items weren't searched, and why; nil if all were.
    public var remark: String?

    /// A match.
    public struct Hit: Sendable {
        /// The item and a feed that lists it.
        public let item: ListedItems.Item
        /// Plain text around the match, or the title.
        public let match: String
        /// The ranges of the matched words in ``match``.
        public let ranges: [Range<String.Index>]
    }
}

extension FeedEnvironment {
    /// Searches all stored items; fails with a ``FeedStoreError``. Blocks the calling thread.
    public func search(_ query: SearchQuery, order: SearchOrder, limit: Int) throws -> SearchedItems {
        let results = try store.search(query, order: order, limit: limit, now: now())
        let hits = results.hits.compactMap { hit in
            ListedItems([hit.item], total: 1, catalog).items.first.map {
                SearchedItems.Hit(item: $0, match: hit.match, ranges: hit.ranges)
            }
        }
        let remark = results.indexError.map { "Items stored since the last search weren't searched. \($0)" }
        return SearchedItems(hits: hits, total: results.total, remark: remark)
    }
}
