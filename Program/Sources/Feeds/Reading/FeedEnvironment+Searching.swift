public import FeedStore
public import Search
import WebText

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
    /// - Parameter deadline: when it fails with ``FeedStoreError/tooSlow``; nil for never.
    public func search(
        _ query: SearchQuery, order: SearchOrder, limit: Int, until deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchedItems {
        let results = try store.search(query, order: order, limit: limit, now: now(), until: deadline)
        let hits = results.hits.compactMap { hit in
            ListedItems([hit.item], total: 1, catalog).items.first.map {
                SearchedItems.Hit(item: $0, match: hit.match, ranges: hit.ranges)
            }
        }
        let remark = results.indexError.map { "Items stored since the last search weren't searched. \($0)" }
        return SearchedItems(hits: hits, total: results.total, remark: remark)
    }

    /// Parses a search, with addresses after `in:` replaced as in rules.
    public func query(_ typed: String) throws(SearchSyntaxError) -> SearchQuery {
        try catalog.query(typed, key: searchedKey)
    }

    /// The key of a feed whose address was typed: of the followed feed that has the address, or else its own.
    ///
    /// Without a final slash if no such feed is stored, so that it matches the feeds below the address.
    func searchedKey(_ feed: Feed) -> FeedKey {
        do {
            if let followed = try feed.description.followed(in: self) { return followed.key }
            if try store.snapshot(of: feed.key, order: .newest, limit: 0).fetchedAt != nil { return feed.key }
        } catch {
            // What is done with the rule or the search next reports an unreadable store.
            return feed.key
        }
        let (key, slash) = (feed.key.rawValue, "/".percentEncoded)
        return key.hasSuffix(slash) ? FeedKey(String(key.dropLast(slash.count))) : feed.key
    }
}

extension FeedCatalog {
    /// Parses a search. What is typed after `in:` may be any address of a feed, and becomes the feed's key.
    public func query(
        _ typed: String, key: (Feed) -> FeedKey = { $0.key }
    ) throws(SearchSyntaxError) -> SearchQuery {
        SearchQuery(text: typed, terms: try SearchQuery(parsing: try withKeys(typed, key)).terms)
    }

    func withKeys(_ typed: String, _ keyOf: (Feed) -> FeedKey) throws(SearchSyntaxError) -> String {
        // Other text stays exactly as it was typed.
        guard typed.contains("in:") else { return typed }
        return try SearchQuery.rewriting(typed) { key, value throws(SearchSyntaxError) in
            guard key == "in", !value.isEmpty, upstream(FeedKey(value).upstream.lowercased()) == nil else {
                return nil
            }
            if let feed = feed(pasted: value) { return keyOf(feed).rawValue }
            throw SearchSyntaxError(
                word: "in:" + value, expected: "a feed, as in in:\(exampleKey), or the start of its path")
        }
    }
}
