/// The results of a search.
package struct SearchResults: Sendable, Hashable {
    /// An item and the part of its text that matched.
    package struct Hit: Sendable, Hashable {
        /// The item.
        package var item: StoredItem
        /// Plain text around the match, or the title if the query has no words.
        package var match: String
        /// The ranges of the matched words in `match`.
        package var ranges: [Range<String.Index>]

        /// Creates a hit.
        package init(item: StoredItem, match: String = "", ranges: [Range<String.Index>] = []) {
            self.item = item
            self.match = match
            self.ranges = ranges
        }
    }

    /// The number of items found, without the limit.
    package var total: Int
    /// The items in order, up to the limit, each once.
    package var hits: [Hit]
    /// Why items stored since the last search weren't searched; nil if all were.
    package var indexError: FeedStoreError?
    /// The part of the items, from 0 to 1, that is indexed again after an update; others may be missing. Nil if all are.
    package var reindexed: Double?

    /// Creates results; empty by default.
    package init(total: Int = 0, hits: [Hit] = []) {
        self.total = total
        self.hits = hits
    }
}
