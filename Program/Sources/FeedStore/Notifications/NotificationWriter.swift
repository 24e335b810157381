import SQL
import Platform
import Search
import WebText

/// Queues notifications, within the caller's transaction.
struct NotificationWriter {
    /// The maximum number of waiting notifications of a sink; the oldest are dropped.
    static let mostWaiting = 10_000

    let db: StoreTransaction

    /// Queues an item for every sink. Does nothing without sinks.
    func add(_ rule: Rule, item: Int64, at date: Date) throws {
        guard let columns = try db.row("SELECT scope, key FROM item WHERE id = ?", [item]) else { return }
        let feed = try db.row(ItemQueries.bestFeed, [item, db.account])?.text(0)
        try add(rule, nil, try columns.text(0), try columns.text(1), feed, date)
    }

    /// Queues a notification of a rate that `count` items reached, or with 0 of an absence.
    func add(_ rule: Rule, count: Int, at date: Date) throws { try add(rule, count, nil, nil, nil, date) }

    private func add(
        _ rule: Rule, _ count: Int?, _ scope: String?, _ item: String?, _ feed: String?, _ date: Date
    ) throws {
        // A disabled account's would all be sent once it is enabled.
        let sink = "SELECT 1 FROM sink WHERE account_id = ? AND \(Account.isEnabled()) LIMIT 1"
        if try db.row(sink, [db.account]) == nil { return }
        let id = try ColumnValues([
            "account_id": db.account, "uid": SystemRandomNumberGenerator.hexadecimal(bytes: 16), "rule": rule.text,
            "count": count,
            "scope": scope, "item": item, "feed": feed, "created_at": date.milliseconds,
        ]).insert(into: "notification", returning: "id", db)
        try db.execute(
            "INSERT INTO delivery (sink_id, notification_id) SELECT id, ? FROM sink WHERE account_id = ?",
            [id, db.account])
        // A sink that fails for months keeps the newest.
        let oldest = id - Int64(Self.mostWaiting)
        if oldest > 0 {
            try db.execute("DELETE FROM delivery WHERE notification_id <= ?", [oldest])
            try db.execute("DELETE FROM notification WHERE id <= ?", [oldest])
        }
    }
}
