import GRDB

/// The statements that read feeds.
///
/// Each finds its rows by an index, and in order.
enum FeedQueries {
    private static let columns = """
        SELECT id, fetched_at, shown_at, skipped, extra, current_count, unseen_count,
            error_kind, error_message, error_at, error_retry_at, key FROM feed
        """

    static let feed = columns + " WHERE key = ?"
    static let feeds = columns + " ORDER BY key"

    private static let items =
        "SELECT key, date, rank, payload, first_seen_at, is_unseen, is_read, is_saved FROM item WHERE feed_id = ?"

    static let shown = items + " AND is_current = 1 ORDER BY date DESC, \(Schema.rankOrder), key LIMIT ?"
    static let one = items + " AND key = ?"

    /// The n-th newest item's age, and what is older than an instant.
    static let ageAt = "SELECT \(Schema.age) FROM item WHERE feed_id = ? ORDER BY \(Schema.age) DESC LIMIT 1 OFFSET ?"
    static let olderThan = "SELECT id, key FROM item WHERE feed_id = ? AND \(Schema.age) < ?"

    static let gaps = "SELECT after, before FROM gap WHERE feed_id = ? ORDER BY after DESC"

    static func gaps(_ db: Database, feed: Int64) throws -> [Gap] {
        try Row.fetchAll(db.cachedStatement(sql: gaps), arguments: [feed]).map { row in
            Gap(after: try Columns(row).date(0), before: try Columns(row).date(1))
        }
    }
}
