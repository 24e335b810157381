import SQL
import Platform
import WebText

/// Retention periods and pruning, within the caller's transaction.
enum Retention {
    /// The number of a feed's newest items that are kept at any age, along with those of the same age as the last of them.
    static let items = 1_000
    /// The age up to which all items are kept. An item's age counts from its date or, if later, from
    /// when it was first seen.
    static let span: TimeInterval = 90 * 86_400
    /// How long an unused feed is kept: one that isn't followed, visited or fetched.
    static let unusedSpan: TimeInterval = 30 * 86_400

    static let ageAt = "SELECT age FROM listing WHERE feed_id = ? ORDER BY age DESC LIMIT 1 OFFSET ?"
    static let olderThan = "SELECT item_id FROM listing WHERE feed_id = ? AND age < ?"

    /// Removes a feed's items beyond both bounds, except those that the upstream has just returned: they would come back as new.
    static func prune(_ db: any SQLConnection, feed: Int64, keeping named: Set<Int64>, now: Date) throws {
        guard let row = try db.row(ageAt, [feed, items - 1]) else { return }
        let bound = min(try row.integer(0), (now - span).milliseconds)
        let old = try db.integers(olderThan, [feed, bound]).filter { !named.contains($0) }
        if old.isEmpty { return }
        try unlist(db, old, feed: feed)
        try GapWriter(db: db, feed: feed).dropOldest()
    }

    /// Removes unused feeds, and items that are neither listed nor saved.
    static func prune(feeds db: any SQLConnection, now: Date) throws -> [FeedKey] {
        let unused = """
            SELECT id, key FROM feed
            WHERE max(ifnull(fetched_at, 0), ifnull(visited_at, 0), ifnull(error_at, 0)) < ?
                AND NOT EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key) ORDER BY key
            """
        let bound = (now - unusedSpan).milliseconds
        var removed: [FeedKey] = []
        for row in try db.rows(unused, [bound]) {
            let feed = try row.integer(0)
            let key = try row.text(1)
            try unlist(db, try db.integers("SELECT item_id FROM listing WHERE feed_id = ?", [feed]), feed: feed)
            try db.execute("DELETE FROM gap WHERE feed_id = ?", [feed])
            try db.execute("DELETE FROM feed WHERE id = ?", [feed])
            // Forces a complete response next time.
            try db.execute(
                "UPDATE ledger SET etag = NULL, last_modified = NULL, next_page = NULL WHERE feed = ?", [key])
            removed.append(FeedKey(key))
        }
        let unlisted = """
            SELECT id FROM item WHERE saved_at IS NULL AND first_seen_at < ?
                AND NOT EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)
            """
        for item in try db.integers(unlisted, [bound]) { try remove(db, item) }
        return removed
    }

    /// Removes requests and quotas that are older than the span.
    static func prune(ledger db: any SQLConnection, now: Date) throws {
        let bound = (now - span).milliseconds
        try db.execute("DELETE FROM ledger WHERE requested_at < ?", [bound])
        try db.execute("DELETE FROM quota WHERE seen_at < ?", [bound])
        try db.execute("DELETE FROM lease WHERE until < ?", [bound])
    }

    /// Removes items from a feed, and deletes those that are neither listed elsewhere nor saved.
    private static func unlist(_ db: any SQLConnection, _ items: [Int64], feed: Int64) throws {
        let delete = "DELETE FROM listing WHERE feed_id = ? AND item_id = ?"
        let isKept = """
            SELECT 1 FROM item WHERE id = ?1
                AND (saved_at IS NOT NULL OR EXISTS (SELECT 1 FROM listing WHERE item_id = ?1))
            """
        for item in items {
            try db.execute(delete, [feed, item])
            if try db.row(isKept, [item]) == nil { try remove(db, item) }
        }
    }

    private static func remove(_ db: any SQLConnection, _ item: Int64) throws {
        try SearchIndex(db: db).remove(item)
        try db.execute("DELETE FROM content WHERE item_id = ?", [item])
        for table in ["rule_match", "score", "full_text", "playback"] {
            try db.execute("DELETE FROM \(table) WHERE item_id = ?", [item])
        }
        try db.execute("DELETE FROM item WHERE id = ?", [item])
    }
}
