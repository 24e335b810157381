import SQL
import Platform
import Search
import WebText

/// Destinations, and the queue of each.
///
/// A notification is queued for each destination in the transaction that stores its item, and removed once it is delivered.
/// So it is delivered at least once, even if a process is killed.
extension FeedStore {
    /// The destinations, by name.
    package func destinations() throws -> [StoredDestination] {
        try read { db in
            let sql = Self.destinationColumns + " FROM destination WHERE account_id = ? ORDER BY name"
            return try database.rows(of: "destinations", db, sql, [db.account]) { try StoredDestination($0) }
        }
    }

    /// The destinations of all accounts that aren't disabled, in one statement.
    package func destinationsOfAllAccounts() throws -> [(
        account: Account.ID, isAdministrator: Bool, destination: StoredDestination
    )] {
        try read { db in
            let sql =
                Self.destinationColumns
                + ", account_id, is_administrator FROM destination JOIN account ON account.id = account_id"
                + " WHERE disabled_at IS NULL ORDER BY destination.id"
            return try database.rows(of: "destinations", db, sql) { row in
                (try row.integer(11), try row.flag(12), try StoredDestination(row))
            }
        }
    }

    private static let destinationColumns = """
        SELECT destination.id, destination.name, settings, (SELECT count(*) FROM delivery WHERE destination_id = destination.id), delivered_at, failures,
            error, error_at, retry_at, destination.created_at, digested_at
        """

    /// Adds a destination. It gets only notifications that are queued later.
    ///
    /// - Returns: false if the name is taken; nothing changes then.
    @discardableResult
    package func addDestination(named name: String, settings: Data, at date: Date) throws -> Bool {
        try write { db in
            db.noteAdded(.destinations)
            return try db.execute(
                "INSERT INTO destination (account_id, name, settings, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [db.account, name, settings, date.milliseconds]) > 0
        }
    }

    /// Removes a destination and its queued notifications; false if no destination has that name.
    @discardableResult
    package func removeDestination(named name: String) throws -> Bool {
        try write { db in
            guard let id = try db.row(Self.named, [name, db.account])?.integer(0) else { return false }
            try db.execute("DELETE FROM delivery WHERE destination_id = ?", [id])
            try db.execute("DELETE FROM destination WHERE id = ?", [id])
            try Self.removeDelivered(db)
            return true
        }
    }

    /// Replaces the settings of a destination by the result of `settings`; false if no destination has that name.
    @discardableResult
    package func updateDestination(named name: String, settings: (Data) throws -> Data) throws -> Bool {
        try write { db in
            guard let row = try db.row(Self.named, [name, db.account]) else { return false }
            let id = try row.integer(0)
            try db.execute("UPDATE destination SET settings = ? WHERE id = ?", [try settings(try row.data(1)), id])
            return true
        }
    }

    private static let named = "SELECT id, settings FROM destination WHERE name = ? AND account_id = ?"

    /// Claims the digest of a destination for 2 minutes, so that only one process sends it.
    ///
    /// - Returns: false if one was sent since `due`, a retry isn't due, or something is being delivered to the destination.
    package func claimDigest(of destination: Int64, due: Date, now: Date) throws -> Bool {
        try write { db in
            try Self.claimed(db, destination, at: now) { state in
                let last = try state.integer(3)
                return last < due.milliseconds || last > now.milliseconds ? true : nil
            } ?? false
        }
    }

    /// Records that a digest was sent to a destination or, with an error, failed. Ends its claim.
    package func noteDigest(of destination: Int64, error: String?, retryAt: Date?, at date: Date) throws {
        try write { db in
            if let error {
                try db.execute(
                    "UPDATE destination SET failures = failures + 1, error = ?, error_at = ?, retry_at = ? WHERE id = ?",
                    [error, date.milliseconds, retryAt?.milliseconds, destination])
            } else {
                try db.execute(
                    """
                    UPDATE destination SET digested_at = ?, failures = 0, error = NULL, error_at = NULL, retry_at = NULL
                    WHERE id = ?
                    """, [date.milliseconds, destination])
            }
            try db.execute("UPDATE destination SET claimed_until = NULL WHERE id = ?", [destination])
        }
    }

    /// The time for which a destination is reserved for the delivering process, in milliseconds.
    private static let claim: Int64 = 120_000

    /// Claims the oldest waiting notifications of a destination, at most `limit`.
    ///
    /// Nil if none wait or a retry isn't due, and for 2 minutes after a batch was claimed that isn't settled. A
    /// failed batch is returned again with the same notifications.
    ///
    /// Reads first, so that nothing is written if nothing waits.
    package func takeBatch(for destination: Int64, limit: Int, now: Date) throws -> NotificationBatch? {
        let waits = "SELECT 1 FROM delivery WHERE destination_id = ? LIMIT 1"
        guard try read({ try $0.row(waits, [destination]) != nil }) else {
            return nil
        }
        return try write { db in
            try Self.claimed(db, destination, at: now) { state in
                guard let number = try Self.batch(db, destination, limit: limit) else { return nil }
                return NotificationBatch(
                    destination: destination, failures: try state.count(0),
                    notifications: try notifications(db, destination, number),
                    number: number)
            }
        }
    }

    /// Claims the destination and reads its delivery; nil if nothing is queued, a retry isn't due or another process
    /// delivers.
    private static func claimed<Delivery>(
        _ db: StoreTransaction, _ destination: Int64, at now: Date, _ delivery: (SQLRow) throws -> Delivery?
    ) throws -> Delivery? {
        // A disabled account's notifications wait.
        let state = """
            SELECT failures, retry_at, claimed_until, coalesce(digested_at, created_at) FROM destination
            WHERE id = ? AND \(Account.isEnabled())\(db.locks.changingRows)
            """
        guard let columns = try db.row(state, [destination]) else { return nil }
        let time = now.milliseconds
        // Times that are later than a new one would be were set by a clock that was ahead.
        let longestPause = Int64(StoredDestination.longestPause * 1000)
        if let retryAt = try columns.optionalInteger(1), retryAt > time, retryAt <= time + longestPause { return nil }
        if let until = try columns.optionalInteger(2), until > time, until <= time + claim { return nil }
        guard let delivery = try delivery(columns) else { return nil }
        try db.execute("UPDATE destination SET claimed_until = ? WHERE id = ?", [time + claim, destination])
        return delivery
    }

    /// The batch that failed before, or else a new one.
    private static func batch(_ db: StoreTransaction, _ destination: Int64, limit: Int) throws -> Int64? {
        let oldest = "SELECT min(batch) FROM delivery WHERE destination_id = ? AND batch IS NOT NULL"
        if let row = try db.row(oldest, [destination]),
            let number = try row.optionalInteger(0)
        {
            return number
        }
        let next = "SELECT min(notification_id) FROM delivery WHERE destination_id = ?"
        guard let row = try db.row(next, [destination]),
            let number = try row.optionalInteger(0)
        else { return nil }
        try db.execute(
            """
            UPDATE delivery SET batch = ?1 WHERE destination_id = ?2 AND notification_id IN
                (SELECT notification_id FROM delivery WHERE destination_id = ?2 ORDER BY notification_id LIMIT ?3)
            """, [number, destination, limit])
        return number
    }

    private func notifications(
        _ db: StoreTransaction, _ destination: Int64, _ batch: Int64
    ) throws -> [NotificationBatch.Notification] {
        let sql = """
            SELECT uid, rule, count, scope, item, created_at FROM delivery
            JOIN notification ON id = notification_id WHERE destination_id = ? AND batch = ? ORDER BY id
            """
        return try db.rows(sql, [destination, batch]).map { columns in
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

    /// Removes delivered notifications and clears the destination's error.
    package func settle(_ batch: NotificationBatch, at date: Date) throws {
        try write { db in
            try db.execute(
                "DELETE FROM delivery WHERE destination_id = ? AND batch = ?", [batch.destination, batch.number])
            try Self.removeDelivered(db)
            try db.execute(
                """
                UPDATE destination SET delivered_at = ?, failures = 0, error = NULL, error_at = NULL, retry_at = NULL,
                    claimed_until = NULL WHERE id = ?
                """, [date.milliseconds, batch.destination])
        }
    }

    /// Records a failure; the notifications wait until `retryAt`.
    package func fail(_ batch: NotificationBatch, error: String, retryAt: Date, at date: Date) throws {
        try write { db in
            try db.execute(
                """
                UPDATE destination SET failures = failures + 1, error = ?, error_at = ?, retry_at = ?, claimed_until = NULL
                WHERE id = ?
                """, [error, date.milliseconds, retryAt.milliseconds, batch.destination])
        }
    }

    private static func removeDelivered(_ db: StoreTransaction) throws {
        try db.execute("DELETE FROM notification WHERE id NOT IN (SELECT notification_id FROM delivery)")
    }
}

extension StoredDestination {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer(0), name: try row.text(1), settings: try row.data(2), createdAt: try row.date(9),
            waiting: try row.count(3), deliveredAt: try row.optionalDate(4), failures: try row.count(5),
            error: try row.optionalText(6), errorAt: try row.optionalDate(7), retryAt: try row.optionalDate(8),
            digestedAt: try row.optionalDate(10))
    }
}
