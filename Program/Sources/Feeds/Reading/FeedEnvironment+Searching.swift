import FeedStore
import Search
import WebText

/// The results of a search.
package struct SearchedItems: Sendable {
    /// The matches in the requested order.
    package var hits: [Hit]
    /// The number of matches without a limit.
    package var total: Int
    /// Says that some items weren't searched, and why; nil if all were.
    package var remark: String?
    /// True if some items weren't searched.
    package var isIncomplete: Bool { remark != nil }

    /// Creates results; empty by default.
    package init(hits: [Hit] = [], total: Int = 0, remark: String? = nil) {
        self.hits = hits
        self.total = total
        self.remark = remark
    }

    /// A match.
    package struct Hit: Sendable {
        /// The item and a feed that lists it.
        package let item: ListedItems.Item
        /// Plain text around the match, or the title.
        package let match: String
        /// The ranges of the matched words in ``match``.
        package let ranges: [Range<String.Index>]
    }
}

extension FeedEnvironment {
    /// Searches all stored items; fails with a ``FeedStoreError``. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - groupsStories: true to list one item for each story that the search finds.
    ///   - deadline: the time to fail with ``FeedStoreError/tooSlow``; nil for never.
    package func search(
        _ query: SearchQuery, order: SearchOrder, limit: Int, groupsStories: Bool = false,
        until deadline: ContinuousClock.Instant? = nil
    ) throws -> SearchedItems {
        searched(
            try store.search(
                query, order: order, limit: limit, groupsStories: groupsStories, now: now(), until: deadline))
    }

    /// Searches all stored items, and reads the hits in parts, so that many need little memory. Sorts all of them.
    ///
    /// - Parameters:
    ///   - limit: the number of hits to read; nil for all.
    ///   - groupsStories: true to list one item for each story that the search finds.
    ///   - body: called with the results and each part of their hits; returns true to go on.
    /// - Returns: the results without their hits.
    package func forEachPart(
        of query: SearchQuery, order: SearchOrder, limit: Int?, groupsStories: Bool = false,
        _ body: (SearchedItems) throws -> Bool
    ) throws -> SearchedItems {
        searched(
            try store.forEachPart(of: query, order: order, limit: limit, groupsStories: groupsStories, now: now()) {
                try body(searched($0))
            })
    }

    private func searched(_ results: SearchResults) -> SearchedItems {
        let hits = results.hits.compactMap { hit in
            ListedItems([hit.item], total: 1, catalog).items.first.map {
                SearchedItems.Hit(item: $0, match: hit.match, ranges: hit.ranges)
            }
        }
        return SearchedItems(hits: hits, total: results.total, remark: Self.remark(results))
    }

    private static func remark(_ results: SearchResults) -> String? {
        if let error = results.indexError { return "Items stored since the last search weren't searched. \(error)" }
        guard let part = results.reindexed else { return nil }
        // Not 100 before it is done.
        let done = min(99, Int(part * 100))
        return "This search may be incomplete: stored items are being indexed again after an update (\(done) % done)."
    }

    /// Continues to index stored items after an update, for a command that runs once.
    ///
    /// A search reports why the store can't be written, so this doesn't.
    package func reindex(for time: Duration) {
        let end = ContinuousClock.now + time
        do {
            while try store.reindex(now: now()), .now < end {}
        } catch {
            return
        }
    }

    /// Parses a search, with addresses after `in:` replaced as in rules.
    package func query(_ typed: String) throws(SearchSyntaxError) -> SearchQuery {
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
            // The next use of the rule or the search reports an unreadable store.
            return feed.key
        }
        let (key, slash) = (feed.key.rawValue, "/".percentEncoded)
        return key.hasSuffix(slash) ? FeedKey(String(key.dropLast(slash.count))) : feed.key
    }
}

extension FeedCatalog {
    /// Parses a search. What is typed after `in:` may be any address of a feed, and becomes the feed's key.
    package func query(
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
