import Search

/// The SQL of a `SearchStatement`, which finds the ids of items in order.
extension SearchStatement {
    /// If more items match, only those stored last are ranked: words this frequent rank poorly.
    static let mostRanked = 10_000

    /// The number of items that contain the words, without the other conditions.
    var matches: String { "SELECT count(*) FROM search WHERE \(index.matches("?1"))" }

    /// Finds ids in order, each with the total number.
    var allIDs: String {
        """
        WITH found AS MATERIALIZED (\(found))
        SELECT id, (SELECT count(*) FROM found) FROM found ORDER BY \(sorting) LIMIT ?\(values.count + 1)
        """
    }

    /// Finds ids in order among the most recently stored items.
    var lastIDs: String {
        """
        SELECT id FROM (\(found) ORDER BY search.\(index.id) DESC LIMIT \(Self.mostRanked)) AS found
        ORDER BY \(sorting) LIMIT ?\(values.count + 1)
        """
    }

    /// The number of items, for `lastIDs`.
    var count: String { filter.isEmpty ? matches : "SELECT count(*) FROM \(matching)" }

    /// The number of items up to a limit.
    var countAtMost: String { "SELECT count(*) FROM (\(found) LIMIT ?\(values.count + 1)) AS found" }

    /// The items that have stories, with the stories' numbers, in any order.
    var inStories: String {
        let items = operand == nil ? "item \(mark) WHERE TRUE\(filter)" : matching
        return """
            SELECT found.id, story.story_id FROM (SELECT item.id AS id FROM \(items)) AS found
            CROSS JOIN story ON story.item_id = found.id
            """
    }

    private var found: String {
        let time = "\(Schema.time) AS time"
        if operand == nil { return "SELECT item.id AS id, \(time) FROM item \(mark) WHERE TRUE\(filter)" }
        let score = isRanked ? ", \(index.score("?1")) AS score" : ""
        // Without conditions the item rows aren't needed, and ids are in the order of insertion.
        if isRanked, filter.isEmpty {
            return "SELECT \(index.id) AS id\(score), 0 AS time FROM search WHERE \(index.matches("?1"))"
        }
        return "SELECT item.id AS id, \(time)\(score) FROM \(matching)"
    }

    private var matching: String {
        "search CROSS JOIN item ON item.id = search.\(index.id) \(mark) WHERE \(index.matches("?1"))\(filter)"
    }

    private var mark: String { ReadState.mark(of: "item.id", account) }

    private var sorting: String {
        order == .arrival ? "id DESC" : (isRanked ? "score, " : "") + "time DESC, id DESC"
    }

    /// True if the best matches come first.
    var isRanked: Bool { operand != nil && order == .rank }
}
