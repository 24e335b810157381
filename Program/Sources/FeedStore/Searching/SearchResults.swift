/// The results of a search.
public struct SearchResults: Sendable, Hashable {
    /// An item and the part of its text that matched.
    public struct Hit: Sendable, Hashable {
        /// The item.
        public var item: StoredItem
        /// Plain text around the match, or the title if the query has no words.
        public var match: String
        /// The ranges of the matched words in `match`.
        public var ranges: [Range<String.Index>]

        /// Creates a hit.
        public init(item: StoredItem, match: String = "", ranges: [Range<String.Index>] = []) {
            self.item = item
            self.match = match
            self.ranges = ranges
        }
    }

    /// The number of items found, without the limit.
    public var total: Int
    /// The items in order, up to the limit, each once.
    public var hits: [Hit]
    /// Why items stored since the last search weren't searched; nil if all were.
    public var indexError: FeedStoreError?
    /// The part of the items, from 0 to 1, that is indexed again after an update; others may be missing. Nil if all are.
    public var reindexed: Double?

    /// Creates results; empty by default.
    public init(total: Int = 0, hits: [Hit] = []) {
        self.total = total
        self.hits = hits
    }
}
