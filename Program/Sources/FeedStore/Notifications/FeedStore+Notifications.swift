import SQL
import Platform
import Search
import WebText

/// Sinks, and the queue of each.
///
/// A notification is queued for each sink in the transaction that stores its item, and removed once it is delivered.
/// So it is delivered at least once, even if a process is killed.
extension FeedStore {
    /// The sinks, by name.
    package func sinks() throws -> [StoredSink] {
        try read { db in
            let sql = Self.sinkColumns + " FROM sink WHERE account_id = ? ORDER BY name"
            return try database.rows(of: "sinks", db, sql, [db.account]) { try StoredSink($0) }
        }
    }

    /// The sinks of all accounts that aren't disabled, in one statement.
    package func sinksOfAllAccounts() throws -> [(account: Account.ID, isAdministrator: Bool, sink: StoredSink)] {
        try read { db in
            let sql =
                Self.sinkColumns + ", account_id, is_administrator FROM sink JOIN account ON account.id = account_id"
                + " WHERE disabled_at IS NULL ORDER BY sink.id"
            return try database.rows(of: "sinks", db, sql) { row in
                (try row.integer(11), try row.flag(12), try StoredSink(row))
            }
        }
    }

    private static let sinkColumns = """
        SELECT sink.id, sink.name, settings, (SELECT count(*) FROM delivery WHERE sink_id = sink.id), delivered_at, failures,
            error, error_at, retry_at, sink.created_at, digested_at
        """

    /// Adds a sink. It gets only notifications that are queued later.
    ///
    /// - Returns: false if the name is taken; nothing changes then.
    @discardableResult
    package func addSink(named name: String, settings: Data, at date: Date) throws -> Bool {
        try write { db in
            db.noteAdded(.destinations)
            return try db.execute(
                "INSERT INTO sink (account_id, name, settings, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [db.account, name, settings, date.milliseconds]) > 0
        }
    }

    /// Removes a sink and its queued notifications; false if no sink has that name.
    @discardableResult
    package func removeSink(named name: String) throws -> Bool {
        try write { db in
            guard let id = try db.row(Self.named, [name, db.account])?.integer(0) else { return false }
            try db.execute("DELETE FROM delivery WHERE sink_id = ?", [id])
            try db.execute("DELETE FROM sink WHERE id = ?", [id])
            try Self.removeDelivered(db)
            return true
        }
    }

    /// Replaces the settings of a sink by the result of `settings`; false if no sink has that name.
    @discardableResult
    package func updateSink(named name: String, settings: (Data) throws -> Data) throws -> Bool {
        try write { db in
            guard let row = try db.row(Self.named, [name, db.account]) else { return false }
            let id = try row.integer(0)
            try db.execute("UPDATE sink SET settings = ? WHERE id = ?", [try settings(try row.data(1)), id])
            return true
        }
    }

    private static let named = "SELECT id, settings FROM sink WHERE name = ? AND account_id = ?"

    /// Claims the digest of a sink for 2 minutes, so that only one process sends it.
    ///
    /// - Returns: false if one was sent since `due`, a retry isn't due, or something is being delivered to the sink.
    package func claimDigest(of sink: Int64, due: Date, now: Date) throws -> Bool {
        try write { db in
            try Self.claimed(db, sink, at: now) { state in
                let last = try state.integer(3)
                return last < due.milliseconds || last > now.milliseconds ? true : nil
            } ?? false
        }
    }

    /// Records that a digest was sent to a sink or, with an error, failed. Ends its claim.
    package func noteDigest(of sink: Int64, error: String?, retryAt: Date?, at date: Date) throws {
        try write { db in
            if let error {
                try db.execute(
                    "UPDATE sink SET failures = failures + 1, error = ?, error_at = ?, retry_at = ? WHERE id = ?",
                    [error, date.milliseconds, retryAt?.milliseconds, sink])
            } else {
                try db.execute(
                    """
                    UPDATE sink SET digested_at = ?, failures = 0, error = NULL, error_at = NULL, retry_at = NULL
                    WHERE id = ?
                    """, [date.milliseconds, sink])
            }
            try db.execute("UPDATE sink SET claimed_until = NULL WHERE id = ?", [sink])
        }
    }

    /// The time for which a sink is reserved for the delivering process, in milliseconds.
    private static let claim: Int64 = 120_000

    /// Claims the oldest waiting notifications of a sink, at most `limit`.
    ///
    /// Nil if none wait or a retry isn't due, and for 2 minutes after a batch was claimed that isn't settled. A
    /// failed batch is returned again with the same notifications.
    ///
    /// Reads first, so that nothing is written if nothing waits.
    package func takeBatch(for sink: Int64, limit: Int, now: Date) throws -> NotificationBatch? {
        let waits = "SELECT 1 FROM delivery WHERE sink_id = ? LIMIT 1"
        guard try read({ try $0.row(waits, [sink]) != nil }) else {
            return nil
        }
        return try write { db in
            try Self.claimed(db, sink, at: now) { state in
                guard let number = try Self.batch(db, sink, limit: limit) else { return nil }
                return NotificationBatch(
                    sink: sink, failures: try state.count(0), notifications: try notifications(db, sink, number),
                    number: number)
            }
        }
    }

    /// Claims the sink and reads its delivery; nil if nothing is queued, a retry isn't due or another process delivers.
    private static func claimed<Delivery>(
        _ db: StoreTransaction, _ sink: Int64, at now: Date, _ delivery: (SQLRow) throws -> Delivery?
    ) throws -> Delivery? {
        // A disabled account's notifications wait.
        let state = """
            SELECT failures, retry_at, claimed_until, coalesce(digested_at, created_at) FROM sink
            WHERE id = ? AND \(Account.isEnabled())\(db.locks.changingRows)
            """
        guard let columns = try db.row(state, [sink]) else { return nil }
        let time = now.milliseconds
        // Times that are later than a new one would be were set by a clock that was ahead.
        let longestPause = Int64(StoredSink.longestPause * 1000)
        if let retryAt = try columns.optionalInteger(1), retryAt > time, retryAt <= time + longestPause { return nil }
        if let until = try columns.optionalInteger(2), until > time, until <= time + claim { return nil }
        guard let delivery = try delivery(columns) else { return nil }
        try db.execute("UPDATE sink SET claimed_until = ? WHERE id = ?", [time + claim, sink])
        return delivery
    }

    /// The batch that failed before, or else a new one.
    private static func batch(_ db: StoreTransaction, _ sink: Int64, limit: Int) throws -> Int64? {
        let oldest = "SELECT min(batch) FROM delivery WHERE sink_id = ? AND batch IS NOT NULL"
        if let row = try db.row(oldest, [sink]),
            let number = try row.optionalInteger(0)
        {
            return number
        }
        let next = "SELECT min(notification_id) FROM delivery WHERE sink_id = ?"
        guard let row = try db.row(next, [sink]),
            let number = try row.optionalInteger(0)
        else { return nil }
        try db.execute(
            """
            UPDATE delivery SET batch = ?1 WHERE sink_id = ?2 AND notification_id IN
                (SELECT notification_id FROM delivery WHERE sink_id = ?2 ORDER BY notification_id LIMIT ?3)
            """, [number, sink, limit])
        return number
    }

    private func notifications(
        _ db: StoreTransaction, _ sink: Int64, _ batch: Int64
    ) throws -> [NotificationBatch.Notification] {
        let sql = """
            SELECT uid, rule, count, scope, item, created_at FROM delivery
            JOIN notification ON id = notification_id WHERE sink_id = ? AND batch = ? ORDER BY id
            """
        return try db.rows(sql, [sink, batch]).map { columns in
            var item: StoredItem?
            if let scope = try columns.optionalText(3), let key = try columns.optionalText(4) {
                item = try database.rows(of: "items", db, Self.notified, [key, scope, db.account]) {
                    try $0.item()
                }.first
            }
            return NotificationBatch.Notification(
                id: try columns.text(0), rule: try columns.text(1), count: try columns.optionalCount(2), item: item,
                createdAt: try columns.date(5))
        }
    }

    private static let notified = ItemQueries.items("SELECT id FROM item WHERE key = ?1 AND scope = ?2", "?3")

    /// Removes delivered notifications and clears the sink's error.
    package func settle(_ batch: NotificationBatch, at date: Date) throws {
        try write { db in
            try db.execute("DELETE FROM delivery WHERE sink_id = ? AND batch = ?", [batch.sink, batch.number])
            try Self.removeDelivered(db)
            try db.execute(
                """
                UPDATE sink SET delivered_at = ?, failures = 0, error = NULL, error_at = NULL, retry_at = NULL,
                    claimed_until = NULL WHERE id = ?
                """, [date.milliseconds, batch.sink])
        }
    }

    /// Records a failure; the notifications wait until `retryAt`.
    package func fail(_ batch: NotificationBatch, error: String, retryAt: Date, at date: Date) throws {
        try write { db in
            try db.execute(
                """
                UPDATE sink SET failures = failures + 1, error = ?, error_at = ?, retry_at = ?, claimed_until = NULL
                WHERE id = ?
                """, [error, date.milliseconds, retryAt.milliseconds, batch.sink])
        }
    }

    private static func removeDelivered(_ db: StoreTransaction) throws {
        try db.execute("DELETE FROM notification WHERE id NOT IN (SELECT notification_id FROM delivery)")
    }
}

extension StoredSink {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(0), name: try row.text(1), settings: try row.data(2), createdAt: try row.date(9),
            waiting: try row.count(3), deliveredAt: try row.optionalDate(4), failures: try row.count(5),
            error: try row.optionalText(6), errorAt: try row.optionalDate(7), retryAt: try row.optionalDate(8),
            digestedAt: try row.optionalDate(10))
    }
}
