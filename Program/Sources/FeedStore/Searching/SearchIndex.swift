import SQL

/// Writes the full-text index, within the caller's transaction.
///
/// Indexing an item costs several times as much as storing it. New items are queued in `unindexed`, and indexed
/// before the next search.
struct SearchIndex {
    /// Whether a row of `content` or `document` has text. Items without text are never indexed.
    static let hasWords = "(title || author || source || tags <> '' OR length(text) > 0)"

    let db: StoreTransaction

    /// Queues an item before its content is stored.
    func add(_ item: Int64) throws {
        try db.execute("INSERT INTO unindexed (item_id) VALUES (?) ON CONFLICT DO NOTHING", [item])
    }

    /// Removes an item before its content changes or is deleted.
    func remove(_ item: Int64) throws {
        if try db.execute("DELETE FROM unindexed WHERE item_id = ?", [item]) > 0 { return }
        try db.fullText.remove(item, db)
    }

    /// Indexes the first queued items.
    func update(limit: Int) throws {
        let last = "SELECT max(item_id) FROM (SELECT item_id FROM unindexed ORDER BY item_id LIMIT ?) AS first"
        guard let row = try db.row(last, [limit]),
            let bound = try row.optionalInteger(0)
        else { return }
        try db.fullText.index(through: bound, db)
        try db.execute("DELETE FROM unindexed WHERE item_id <= ?", [bound])
    }

    /// Whether items are queued.
    func isBehind() throws -> Bool {
        try db.row("SELECT 1 FROM unindexed LIMIT 1") != nil
    }

    /// Empties the index and queues every item.
    func rebuild() throws {
        try db.fullText.empty(db)
        try queueAll()
    }

    /// Queues every item that has text.
    func queueAll() throws {
        try db.execute(
            "INSERT INTO unindexed (item_id) SELECT item_id FROM content WHERE \(Self.hasWords) ON CONFLICT DO NOTHING")
    }
}
