/// The items that a search found.
public struct SearchResults: Sendable, Hashable {
    /// An item and the part of its text that matched.
    public struct Hit: Sendable, Hashable {
        /// The item.
        public var item: StoredItem
        /// Plain text around the match, or the title where no words were searched for.
        public var match: String
        /// Where the matched words are in `match`.
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
    /// The items in order, bounded by the limit, each once.
    public var hits: [Hit]

    /// Creates results; without arguments, none.
    public init(total: Int = 0, hits: [Hit] = []) {
        self.total = total
        self.hits = hits
    }
}
