import GRDB
import Platform
import WebText

/// Stores refreshes of one feed, within the caller's transaction.
struct FeedWriter {
    private let db: Database
    private let key: FeedKey
    private let feed: Int64
    private let rules: RuleWriter?

    init(db: Database, feed key: FeedKey, rules: RuleWriter? = nil) throws {
        self.db = db
        self.rules = rules
        self.key = key
        feed = try FeedRow.id(db, key)
    }

    func store(_ refresh: Refresh) throws {
        try updateFeed(refresh)
        let named = try storeItems(refresh)
        // Absence from an incomplete list doesn't mean removal.
        if refresh.mode == .replace { try retire(allBut: named) }
        try Following(db: db).prime(key, feed, isComplete: refresh.error == nil, at: refresh.fetchedAt)
        try GapWriter(db: db, feed: feed).store(refresh)
        // A failed or empty refresh doesn't name the items that the upstream still has.
        if refresh.error == nil, !refresh.items.isEmpty {
            try Retention.prune(db, feed: feed, keeping: named, now: refresh.fetchedAt)
        }
    }

    private func updateFeed(_ refresh: Refresh) throws {
        let error = refresh.error
        try db.execute(
            sql: """
                UPDATE feed SET fetched_at = ifnull(?, fetched_at), skipped = ifnull(?, skipped), feed_title = ifnull(?, feed_title),
                    extra = ifnull(?, extra),
                    error_kind = ?, error_message = ?, error_at = ?, error_retry_at = ? WHERE id = ?
                """,
            arguments: [
                error == nil ? refresh.fetchedAt.milliseconds : nil, refresh.skipped, refresh.title, refresh.extra,
                error?.kind, error?.message, error?.at.milliseconds, error?.retryAt?.milliseconds, feed,
            ])
    }

    /// Returns the rows of the items.
    private func storeItems(_ refresh: Refresh) throws -> Set<Int64> {
        let (writer, marks) = (ItemWriter(db: db, scope: refresh.scope), MarkWriter(db: db))
        var named: Set<Int64> = []
        for item in refresh.items {
            let isRead = refresh.read.contains(item.id)
            var stored = try writer.store(item, at: refresh.fetchedAt, isRead: isRead)
            if refresh.isUnreadWhenLater, stored.isLater, !isRead {
                stored.isUnread = try marks.mark(stored.id, as: .unread, at: refresh.fetchedAt) || stored.isUnread
            }
            named.insert(stored.id)
            let isNew = try list(item, stored)
            if let rules, stored.hasChanged || isNew { try rules.apply(item, stored, mayNotify: !isRead) }
        }
        return named
    }

    /// Lists an item. Returns whether the feed didn't list it until now.
    private func list(_ item: Refresh.Item, _ stored: ItemWriter.Stored) throws -> Bool {
        let date = item.date?.milliseconds
        let rank = item.rank ?? Schema.unranked
        let age = max(stored.firstSeenAt, date ?? stored.firstSeenAt)
        if stored.dateChanged {
            try db.cachedStatement(sql: "UPDATE listing SET date = ?, age = ? WHERE item_id = ?")
                .execute(arguments: [date, age, stored.id])
        }
        let known = "SELECT rank, is_current, is_muted FROM listing WHERE feed_id = ? AND item_id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: known), arguments: [feed, stored.id]) else {
            try db.cachedStatement(
                sql: """
                    INSERT INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread)
                    VALUES (?, ?, ?, ?, ?, 1, ?)
                    """
            ).execute(arguments: [feed, stored.id, date, rank, age, stored.isUnread])
            return true
        }
        let isListed = try Columns(row).flag(1) || Columns(row).flag(2)
        if try Columns(row).count(0) == rank, isListed { return false }
        try db.cachedStatement(
            sql: "UPDATE listing SET rank = ?, is_current = NOT is_muted WHERE feed_id = ? AND item_id = ?"
        ).execute(arguments: [rank, feed, stored.id])
        return !isListed
    }

    /// The feed no longer lists the others.
    private func retire(allBut named: Set<Int64>) throws {
        let sql = """
            SELECT item_id FROM listing WHERE feed_id = ?1 AND is_current = 1
            UNION ALL SELECT item_id FROM listing WHERE feed_id = ?1 AND is_muted = 1
            """
        let update = try db.cachedStatement(
            sql: "UPDATE listing SET is_current = 0, is_muted = 0 WHERE feed_id = ? AND item_id = ?")
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [feed]) {
            let item = try Columns(row).integer(0)
            if !named.contains(item) { try update.execute(arguments: [feed, item]) }
        }
    }
}

/// A feed's row.
enum FeedRow {
    /// Finds the row, or inserts it.
    static func id(_ db: Database, _ key: FeedKey) throws -> Int64 {
        if let id = try find(db, key) { return id }
        try db.execute(sql: "INSERT INTO feed (key) VALUES (?)", arguments: [key.rawValue])
        return db.lastInsertedRowID
    }

    static func find(_ db: Database, _ key: FeedKey) throws -> Int64? {
        let statement = try db.cachedStatement(sql: "SELECT id FROM feed WHERE key = ?")
        return try Row.fetchOne(statement, arguments: [key.rawValue]).map { try Columns($0).integer(0) }
    }
}
