import SQL
import Platform
import WebText

/// Stores refreshes of one feed, within the caller's transaction.
struct FeedWriter {
    private let db: any SQLConnection
    private let key: FeedKey
    private let feed: Int64
    private let rules: RuleWriter?

    init(db: any SQLConnection, feed key: FeedKey, rules: RuleWriter? = nil) throws {
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
            """
            UPDATE feed SET fetched_at = ifnull(?, fetched_at), skipped = ifnull(?, skipped), feed_title = ifnull(?, feed_title),
                extra = ifnull(?, extra),
                error_kind = ?, error_message = ?, error_at = ?, error_retry_at = ? WHERE id = ?
            """,
            [
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
            try db.execute("UPDATE listing SET date = ?, age = ? WHERE item_id = ?", [date, age, stored.id])
        }
        let known = "SELECT rank, is_current, is_muted FROM listing WHERE feed_id = ? AND item_id = ?"
        guard let row = try db.row(known, [feed, stored.id]) else {
            try db.execute(
                """
                INSERT INTO listing (feed_id, item_id, date, rank, age, is_current, is_unread)
                VALUES (?, ?, ?, ?, ?, 1, ?)
                """, [feed, stored.id, date, rank, age, stored.isUnread])
            return true
        }
        let isListed = try row.flag(1) || row.flag(2)
        if try row.count(0) == rank, isListed { return false }
        try db.execute(
            "UPDATE listing SET rank = ?, is_current = NOT is_muted WHERE feed_id = ? AND item_id = ?",
            [rank, feed, stored.id])
        return !isListed
    }

    /// The feed no longer lists the others.
    private func retire(allBut named: Set<Int64>) throws {
        let sql = """
            SELECT item_id FROM listing WHERE feed_id = ?1 AND is_current = 1
            UNION ALL SELECT item_id FROM listing WHERE feed_id = ?1 AND is_muted = 1
            """
        let update = "UPDATE listing SET is_current = 0, is_muted = 0 WHERE feed_id = ? AND item_id = ?"
        for row in try db.rows(sql, [feed]) {
            let item = try row.integer(0)
            if !named.contains(item) { try db.execute(update, [feed, item]) }
        }
    }
}

/// A feed's row.
enum FeedRow {
    /// Finds the row, or inserts it.
    static func id(_ db: any SQLConnection, _ key: FeedKey) throws -> Int64 {
        if let id = try find(db, key) { return id }
        return try ColumnValues(["key": key.rawValue]).insert(into: "feed", returning: "id", db)
    }

    static func find(_ db: any SQLConnection, _ key: FeedKey) throws -> Int64? {
        try db.row("SELECT id FROM feed WHERE key = ?", [key.rawValue])?.integer(0)
    }
}
