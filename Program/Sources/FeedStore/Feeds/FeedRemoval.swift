import SQL

/// Removes a feed that nobody follows, or only its items if kept ones are from it: it names them. Within the caller's
/// transaction.
struct FeedRemoval {
    enum Outcome {
        /// The limit is reached before the last item.
        case itemsLeft
        /// The feed stays without items.
        case emptied
        case removed
    }

    let db: StoreTransaction
    let feed: Int64
    let key: String

    /// Removes at most `limit` of the feed's items; nil removes all.
    @discardableResult
    func run(limit: Int? = nil) throws -> Outcome {
        try db.lock("feed", [feed])
        // Its next refresh is its first one, and forces a complete response.
        if try db.execute("UPDATE feed SET fetched_at = NULL WHERE id = ? AND fetched_at IS NOT NULL", [feed]) > 0 {
            try db.execute(
                "UPDATE ledger SET etag = NULL, last_modified = NULL, next_page = NULL WHERE feed = ?", [key])
            try db.execute("DELETE FROM gap WHERE feed_id = ?", [feed])
        }
        let items = try db.integers(
            "SELECT item_id FROM listing WHERE feed_id = ? LIMIT ?", [feed, limit ?? Int.max])
        for batch in MarkingWriter.batches(items) { try ItemRemoval(db: db).unlist(Array(batch), feed: feed) }
        if items.count == limit { return .itemsLeft }
        try db.execute("DELETE FROM reading WHERE feed_id = ?", [feed])
        let isNaming = "SELECT 1 FROM \(KeptItems.rows) WHERE kept.saved_in = ? LIMIT 1"
        if try db.row(isNaming, [key]) != nil { return .emptied }
        try db.execute("DELETE FROM feed WHERE id = ?", [feed])
        return .removed
    }
}
