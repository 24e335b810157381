import GRDB
import Platform
import Search
import WebText

/// Queues notifications, within the caller's transaction.
struct NotificationWriter {
    /// The maximum number of waiting notifications of a sink; the oldest are dropped.
    static let mostWaiting = 10_000

    let db: Database

    /// Queues an item for every sink. Does nothing without sinks.
    func add(_ rule: Rule, item: Int64, at date: Date) throws {
        let sql = "SELECT scope, key, ifnull((\(ItemQueries.bestFeed)), ifnull(saved_in, scope)) FROM item WHERE id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [item]) else { return }
        let columns = Columns(row)
        try add(rule, nil, try columns.text(0), try columns.text(1), try columns.text(2), date)
    }

    /// Queues a notification of a rate that `count` items reached, or with 0 of an absence.
    func add(_ rule: Rule, count: Int, at date: Date) throws { try add(rule, count, nil, nil, nil, date) }

    private func add(
        _ rule: Rule, _ count: Int?, _ scope: String?, _ item: String?, _ feed: String?, _ date: Date
    ) throws {
        if try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM sink LIMIT 1")) == nil { return }
        try db.cachedStatement(
            sql: """
                INSERT INTO notification (uid, rule, count, scope, item, feed, created_at)
                VALUES (lower(hex(randomblob(16))), ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [rule.text, count, scope, item, feed, date.milliseconds])
        let id = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO delivery (sink_id, notification_id) SELECT id, ? FROM sink")
            .execute(arguments: [id])
        // A sink that fails for months keeps the newest.
        let oldest = id - Int64(Self.mostWaiting)
        if oldest > 0 {
            try db.cachedStatement(sql: "DELETE FROM delivery WHERE notification_id <= ?").execute(arguments: [oldest])
            try db.cachedStatement(sql: "DELETE FROM notification WHERE id <= ?").execute(arguments: [oldest])
        }
    }
}
