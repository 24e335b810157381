import GRDB
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
    static func prune(_ db: Database, feed: Int64, keeping named: Set<Int64>, now: Date) throws {
        let newest = try db.cachedStatement(sql: ageAt)
        guard let row = try Row.fetchOne(newest, arguments: [feed, items - 1]) else { return }
        let bound = min(try Columns(row).integer(0), (now - span).milliseconds)
        let old = try integers(db, olderThan, [feed, bound]).filter { !named.contains($0) }
        if old.isEmpty { return }
        try unlist(db, old, feed: feed)
        try GapWriter(db: db, feed: feed).dropOldest()
    }

    /// Removes unused feeds, and items that are neither listed nor saved.
    static func prune(feeds db: Database, now: Date) throws -> [FeedKey] {
        let unused = """
            SELECT id, key FROM feed
            WHERE max(ifnull(fetched_at, 0), ifnull(visited_at, 0), ifnull(error_at, 0)) < ?
                AND NOT EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key) ORDER BY key
            """
        let bound = (now - unusedSpan).milliseconds
        var removed: [FeedKey] = []
        for row in try Row.fetchAll(db, sql: unused, arguments: [bound]) {
            let feed = try Columns(row).integer(0)
            let key = try Columns(row).text(1)
            try unlist(db, try integers(db, "SELECT item_id FROM listing WHERE feed_id = ?", [feed]), feed: feed)
            try db.execute(sql: "DELETE FROM gap WHERE feed_id = ?", arguments: [feed])
            try db.execute(sql: "DELETE FROM feed WHERE id = ?", arguments: [feed])
            // Forces a complete response next time.
            try db.execute(
                sql: "UPDATE ledger SET etag = NULL, last_modified = NULL, next_page = NULL WHERE feed = ?",
                arguments: [key])
            removed.append(FeedKey(key))
        }
        let unlisted = """
            SELECT id FROM item WHERE saved_at IS NULL AND first_seen_at < ?
                AND NOT EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)
            """
        for item in try integers(db, unlisted, [bound]) { try remove(db, item) }
        return removed
    }

    /// Removes requests and quotas that are older than the span.
    static func prune(ledger db: Database, now: Date) throws {
        let bound = (now - span).milliseconds
        try db.execute(sql: "DELETE FROM ledger WHERE requested_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM quota WHERE seen_at < ?", arguments: [bound])
        try db.execute(sql: "DELETE FROM lease WHERE until < ?", arguments: [bound])
    }

    /// Removes items from a feed, and deletes those that are neither listed elsewhere nor saved.
    private static func unlist(_ db: Database, _ items: [Int64], feed: Int64) throws {
        let delete = try db.cachedStatement(sql: "DELETE FROM listing WHERE feed_id = ? AND item_id = ?")
        let isKept = try db.cachedStatement(
            sql: """
                SELECT 1 FROM item WHERE id = ?1
                    AND (saved_at IS NOT NULL OR EXISTS (SELECT 1 FROM listing WHERE item_id = ?1))
                """)
        for item in items {
            try delete.execute(arguments: [feed, item])
            if try Row.fetchOne(isKept, arguments: [item]) == nil { try remove(db, item) }
        }
    }

    private static func remove(_ db: Database, _ item: Int64) throws {
        try SearchIndex(db: db).remove(item)
        try db.cachedStatement(sql: "DELETE FROM content WHERE item_id = ?").execute(arguments: [item])
        for table in ["rule_match", "score", "full_text", "playback"] {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE item_id = ?").execute(arguments: [item])
        }
        try db.cachedStatement(sql: "DELETE FROM item WHERE id = ?").execute(arguments: [item])
    }

    private static func integers(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws -> [Int64] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { try Columns($0).integer(0) }
    }
}
