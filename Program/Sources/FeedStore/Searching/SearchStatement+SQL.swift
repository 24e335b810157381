import Search

/// The SQL of a `SearchStatement`, which finds the ids of items in order.
extension SearchStatement {
    /// If more items match, only those stored last are ranked: words this frequent rank poorly.
    static let mostRanked = 10_000

    /// The number of items that contain the words, without the other conditions.
    static let matches = "SELECT count(*) FROM search WHERE search MATCH ?1"

    /// Finds ids in order, each with the total number.
    var allIDs: String {
        """
        WITH found AS MATERIALIZED (\(found))
        SELECT id, (SELECT count(*) FROM found) FROM found ORDER BY \(sorting) LIMIT ?\(values.count + 1)
        """
    }

    /// Finds ids in order among the most recently stored items.
    var lastIDs: String {
        "SELECT id FROM (\(found) ORDER BY search.rowid DESC LIMIT \(Self.mostRanked)) ORDER BY \(sorting) LIMIT ?\(values.count + 1)"
    }

    /// The number of items, for `lastIDs`.
    var count: String { filter.isEmpty ? Self.matches : "SELECT count(*) FROM \(matching)" }

    private var found: String {
        let time = "\(Schema.time) AS time"
        if match == nil { return "SELECT item.id AS id, \(time) FROM item \(mark) WHERE TRUE\(filter)" }
        let score = isRanked ? ", \(Self.score) AS score" : ""
        // Without conditions the item rows aren't needed, and ids are in the order of insertion.
        if isRanked, filter.isEmpty {
            return "SELECT rowid AS id\(score), 0 AS time FROM search WHERE search MATCH ?1"
        }
        return "SELECT item.id AS id, \(time)\(score) FROM \(matching)"
    }

    private var matching: String {
        "search CROSS JOIN item ON item.id = search.rowid \(mark) WHERE search MATCH ?1\(filter)"
    }

    private var mark: String { ReadState.mark(of: "item.id", account) }

    private var sorting: String { (isRanked ? "score, " : "") + "time DESC, id DESC" }

    private var isRanked: Bool { match != nil && order == .rank }

    /// Ascending. A match in the title weighs most, then in author and tags.
    private static let score = "bm25(search, 10, 1, 4, 2, 4)"

    /// Marks of the matched words in `snippets`.
    static let openMark: Character = "\u{2}"
    static let closeMark: Character = "\u{3}"

    /// The texts around the matches of some items.
    ///
    /// The plus keeps FTS5 from searching again for each item.
    static func snippets(_ ids: [Int64]) -> String {
        """
        SELECT rowid, snippet(search, -1, char(2), char(3), '…', 24) FROM search
        WHERE search MATCH ?1 AND +rowid IN (\(ids.map(String.init).joined(separator: ", ")))
        """
    }
}
