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
        for batch in UndoableMarks.batches(items) { try ItemRemoval(db: db).unlist(Array(batch), feed: feed) }
        if items.count == limit { return .itemsLeft }
        try db.execute("DELETE FROM reading WHERE feed_id = ?", [feed])
        let isNaming = "SELECT 1 FROM \(KeptItems.rows) WHERE kept.saved_in = ? LIMIT 1"
        if try db.row(isNaming, [key]) != nil { return .emptied }
        try db.execute("DELETE FROM feed WHERE id = ?", [feed])
        return .removed
    }
}

/// Removes items, within the caller's transaction, with the same number of statements for any number of items.
struct ItemRemoval {
    let db: StoreTransaction

    /// Removes items from a feed, and deletes those that are neither listed elsewhere nor kept.
    func unlist(_ items: [Int64], feed: Int64) throws {
        if items.isEmpty { return }
        try db.lock("item", items)
        let list = SelectionStatement.list(items)
        let kept = try db.integers(
            """
            SELECT id FROM item WHERE id IN \(list) AND (
                EXISTS (SELECT 1 FROM listing WHERE item_id = item.id AND feed_id <> ?)
                OR \(KeptItems.isKept))
            """, [feed], isReused: false)
        if !kept.isEmpty { try keepRead(kept, feed: feed) }
        for table in ["listing", "muted"] {
            try db.execute("DELETE FROM \(table) WHERE feed_id = ? AND item_id IN \(list)", [feed], isReused: false)
        }
        if !kept.isEmpty {
            // Kept ones are removed later, once nobody keeps them.
            try db.execute(
                """
                UPDATE item SET check_at = 0 WHERE id IN \(SelectionStatement.list(kept))
                    AND NOT EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)
                """, isReused: false)
        }
        let isKept = Set(kept)
        try remove(items.filter { !isKept.contains($0) })
    }

    /// Marks items for those who have read them only by reading the feed through their numbers there, which the marks get, too:
    /// nobody has marked these items since.
    private func keepRead(_ items: [Int64], feed: Int64) throws {
        let sql = """
            SELECT item.id, reading.account_id, \(ReadState.readAt("item.id", "reading.account_id")), listing.seq
            FROM listing CROSS JOIN item ON item.id = listing.item_id CROSS JOIN reading ON reading.feed_id = listing.feed_id
            LEFT JOIN mark ON mark.item_id = listing.item_id AND mark.account_id = reading.account_id
            WHERE listing.feed_id = ? AND listing.item_id IN \(SelectionStatement.list(items))
                AND listing.seq <= reading.read_through
                AND \(ReadState.isNotUnread(above: "reading.read_through"))
            """
        for row in try db.rows(sql, [feed], isReused: false) {
            let marks = MarkWriter(db: db.of(try row.integer(1)))
            try marks.write(
                try row.integer(0), ["seq": max(1, try row.integer(3)), "read_at": try row.integer(2)])
        }
    }

    /// Deletes items that no feed lists, with everything that belongs to them.
    func remove(_ items: [Int64]) throws {
        if items.isEmpty { return }
        let list = SelectionStatement.list(items)
        try SearchIndex(db: db).remove(items)
        for table in [
            "content", "rule_match", "measurement", "full_text", "playback", "mark", "item_label", "muted", "story",
        ] {
            try db.execute("DELETE FROM \(table) WHERE item_id IN \(list)", isReused: false)
        }
        for table in ["story_link", "own_story_link"] {
            try db.execute("DELETE FROM \(table) WHERE item_id IN \(list) OR with_id IN \(list)", isReused: false)
        }
        try db.execute("DELETE FROM item WHERE id IN \(list)", isReused: false)
    }
}
