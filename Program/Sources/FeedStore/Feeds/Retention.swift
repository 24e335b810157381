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
    static func prune(_ db: StoreTransaction, feed: Int64, keeping named: Set<Int64>, now: Date) throws {
        guard let row = try db.row(ageAt, [feed, items - 1]) else { return }
        let bound = min(try row.integer(0), (now - span).milliseconds)
        let old = try db.integers(olderThan, [feed, bound]).filter { !named.contains($0) }
        if old.isEmpty { return }
        try unlist(db, old, feed: feed)
        try GapWriter(db: db, feed: feed).dropOldest()
    }

    /// Removes unused feeds, and items that are neither listed nor saved. A feed that saved items are from stays without its
    /// items, since it names them.
    static func prune(feeds db: StoreTransaction, now: Date) throws -> [FeedKey] {
        let unused = """
            SELECT id, key FROM feed
            WHERE coalesce(fetched_at, 0) < ?1 AND coalesce(error_at, 0) < ?1
                AND NOT EXISTS (SELECT 1 FROM reading WHERE feed_id = feed.id AND visited_at >= ?1)
                AND NOT EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key) ORDER BY key
            """
        let bound = (now - unusedSpan).milliseconds
        var removed: [FeedKey] = []
        for row in try db.rows(unused, [bound]) {
            let key = try row.text(1)
            if try remove(unfollowed: try row.integer(0), key, db) { removed.append(FeedKey(key)) }
        }
        let unlisted = """
            SELECT id FROM item WHERE first_seen_at < ? AND NOT EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)
                AND NOT EXISTS (SELECT 1 FROM mark WHERE item_id = item.id AND saved_at IS NOT NULL)
            """
        for item in try db.integers(unlisted, [bound]) { try remove(db, item) }
        return removed
    }

    /// Removes a feed that nobody follows, or only its items if saved ones are from it.
    ///
    /// - Returns: whether it was removed itself.
    @discardableResult
    static func remove(unfollowed feed: Int64, _ key: String, _ db: StoreTransaction) throws -> Bool {
        let isNaming = "SELECT 1 FROM mark WHERE saved_at IS NOT NULL AND saved_in = ? LIMIT 1"
        if try db.row(isNaming, [key]) == nil {
            try remove(db, feed: feed, key)
            return true
        }
        // Otherwise it is empty already.
        if try db.row("SELECT 1 FROM feed WHERE id = ? AND fetched_at IS NOT NULL", [feed]) != nil {
            try empty(db, feed: feed, key)
        }
        return false
    }

    /// Removes the feeds that only this account may read, with their items.
    static func prune(feedsOf owner: Account.ID, _ db: StoreTransaction) throws {
        for row in try db.rows("SELECT id, key FROM feed WHERE owner_id = ?", [owner]) {
            try remove(db, feed: try row.integer(0), try row.text(1))
        }
    }

    private static func remove(_ db: StoreTransaction, feed: Int64, _ key: String) throws {
        try empty(db, feed: feed, key)
        try db.execute("DELETE FROM feed WHERE id = ?", [feed])
    }

    /// Removes a feed's items, and what accounts have read of it.
    private static func empty(_ db: StoreTransaction, feed: Int64, _ key: String) throws {
        try unlist(db, try db.integers("SELECT item_id FROM listing WHERE feed_id = ?", [feed]), feed: feed)
        for table in ["gap", "reading"] { try db.execute("DELETE FROM \(table) WHERE feed_id = ?", [feed]) }
        // Its next refresh is its first one.
        try db.execute("UPDATE feed SET fetched_at = NULL WHERE id = ?", [feed])
        // Forces a complete response next time.
        try db.execute("UPDATE ledger SET etag = NULL, last_modified = NULL, next_page = NULL WHERE feed = ?", [key])
    }

    /// Removes requests and quotas that are older than the span.
    static func prune(ledger db: StoreTransaction, now: Date) throws {
        let bound = (now - span).milliseconds
        try db.execute("DELETE FROM ledger WHERE requested_at < ?", [bound])
        try db.execute("DELETE FROM quota WHERE seen_at < ?", [bound])
        try db.execute("DELETE FROM lease WHERE until < ?", [bound])
    }

    /// Removes items from a feed, and deletes those that are neither listed elsewhere nor saved.
    private static func unlist(_ db: StoreTransaction, _ items: [Int64], feed: Int64) throws {
        let isKept = """
            SELECT 1 FROM listing WHERE item_id = ?1 AND feed_id <> ?2
            UNION ALL SELECT 1 FROM mark WHERE item_id = ?1 AND saved_at IS NOT NULL LIMIT 1
            """
        for item in items {
            let isKept = try db.row(isKept, [item, feed]) != nil
            if isKept { try keepRead(db, item, feed: feed) }
            for table in ["listing", "muted"] {
                try db.execute("DELETE FROM \(table) WHERE feed_id = ? AND item_id = ?", [feed, item])
            }
            if !isKept { try remove(db, item) }
        }
    }

    /// Marks an item for those who have read it only by reading the feed through its number there, which the mark gets, too:
    /// nobody has marked the item since.
    private static func keepRead(_ db: StoreTransaction, _ item: Int64, feed: Int64) throws {
        let sql = """
            SELECT reading.account_id, \(ReadState.readAt("item.id", "reading.account_id")), listing.seq
            FROM listing CROSS JOIN item ON item.id = listing.item_id CROSS JOIN reading ON reading.feed_id = listing.feed_id
            LEFT JOIN mark ON mark.item_id = listing.item_id AND mark.account_id = reading.account_id
            WHERE listing.feed_id = ? AND listing.item_id = ? AND listing.seq <= reading.read_through
                AND mark.read_at IS NULL AND coalesce(mark.seq, 0) <= reading.read_through
            """
        for row in try db.rows(sql, [feed, item]) {
            let marks = MarkWriter(db: db.of(try row.integer(0)))
            try marks.write(item, ["seq": max(1, try row.integer(2)), "read_at": try row.integer(1)])
        }
    }

    private static func remove(_ db: StoreTransaction, _ item: Int64) throws {
        try SearchIndex(db: db).remove(item)
        try db.execute("DELETE FROM content WHERE item_id = ?", [item])
        for table in ["rule_match", "score", "full_text", "playback", "mark", "muted"] {
            try db.execute("DELETE FROM \(table) WHERE item_id = ?", [item])
        }
        try db.execute("DELETE FROM item WHERE id = ?", [item])
    }
}
