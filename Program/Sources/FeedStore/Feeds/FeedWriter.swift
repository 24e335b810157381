import SQL
import Platform
import WebText

/// Stores refreshes of one feed, within the caller's transaction.
struct FeedWriter {
    private let db: StoreTransaction
    private let key: FeedKey
    private let feed: Int64
    private let rules: [RuleWriter]

    /// - Parameter rules: those of all accounts.
    init(db: StoreTransaction, _ refresh: Refresh, rules: [RuleWriter]) throws {
        self.db = db
        key = refresh.feed
        let feed = try FeedRow.id(db, key)
        self.feed = feed
        try FeedOwner(db: db).change(refresh.access, of: feed)
        try ReadThrough(db: db).add(feed)
        self.rules = try rules.filter { try $0.reads(feed) }
    }

    func store(_ refresh: Refresh) throws {
        try updateFeed(refresh)
        let named = try storeItems(refresh)
        // Absence from an incomplete list doesn't mean removal.
        if refresh.mode == .replace { try retire(allBut: named) }
        try retire(refresh.removed, in: refresh.scope)
        for account in try Following.unprimed(db, key) {
            let following = Following(db: db.of(account))
            try following.prime(key, feed, isComplete: refresh.error == nil, at: refresh.fetchedAt)
        }
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
            UPDATE feed SET fetched_at = coalesce(?, fetched_at), skipped = coalesce(?, skipped),
                feed_title = coalesce(?, feed_title), extra = coalesce(?, extra),
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
        var rows: Set<Int64> = []
        var changed: [(item: Refresh.Item, stored: ItemWriter.Stored)] = []
        for item in refresh.inOrderOfArrival {
            let stored = try writer.store(item, at: refresh.fetchedAt), isRead = refresh.read.contains(item.id)
            if refresh.isUnreadWhenLater, stored.isLater, !isRead { try marks.renew(stored.id) }
            let isNew = try list(item, stored, isRead: isRead)
            if stored.hasChanged || isNew { changed.append((item, stored)) }
            rows.insert(stored.id)
        }
        // A message lists the newest item first, and the newest ones are saved where there isn't room for all.
        for (item, stored) in rules.isEmpty ? [] : changed.reversed() {
            for writer in rules { try writer.apply(item, stored, mayNotify: !refresh.read.contains(item.id)) }
        }
        return rows
    }

    /// Lists an item. Returns whether the feed didn't list it until now.
    ///
    /// - Parameter isRead: whether the item counts as read, if it is new.
    private func list(_ item: Refresh.Item, _ stored: ItemWriter.Stored, isRead: Bool) throws -> Bool {
        let date = item.date?.milliseconds
        let rank = item.rank ?? Schema.unranked
        let age = max(stored.firstSeenAt, date ?? stored.firstSeenAt)
        if stored.dateChanged {
            try db.execute("UPDATE listing SET date = ?, age = ? WHERE item_id = ?", [date, age, stored.id])
        }
        let known = "SELECT rank, is_current FROM listing WHERE feed_id = ? AND item_id = ?"
        guard let row = try db.row(known, [feed, stored.id]) else {
            let isShared = try stored.isNew ? false : share(stored.id)
            let number = try isRead && stored.isNew ? 0 : db.next()
            try db.execute(
                """
                INSERT INTO listing (feed_id, item_id, seq, date, rank, age, is_current, is_shared)
                VALUES (?, ?, ?, ?, ?, ?, 1, ?)
                """,
                [feed, stored.id, number, date, rank, age, isShared])
            return true
        }
        let isListed = try row.flag(1)
        if try row.count(0) == rank, isListed { return false }
        try db.execute(
            "UPDATE listing SET rank = ?, is_current = 1 WHERE feed_id = ? AND item_id = ?", [rank, feed, stored.id])
        return !isListed
    }

    /// Notes in the marks and listings of a stored item that a listing is added; returns whether there are listings.
    private func share(_ item: Int64) throws -> Bool {
        try ReadThrough(db: db).makeExceptions(of: item)
        if try db.row("SELECT 1 FROM listing WHERE item_id = ? LIMIT 1", [item]) == nil { return false }
        try db.execute("UPDATE listing SET is_shared = 1 WHERE item_id = ? AND is_shared = 0", [item])
        return true
    }

    /// The feed no longer lists the others.
    private func retire(allBut named: Set<Int64>) throws {
        for item in try db.integers("SELECT item_id FROM listing WHERE feed_id = ? AND is_current = 1", [feed])
        where !named.contains(item) {
            try retire(item)
        }
    }

    /// The feed no longer lists the items with these ids.
    private func retire(_ ids: Set<String>, in scope: String) throws {
        let items = ItemWriter(db: db, scope: scope)
        for id in ids.sorted() {
            if let item = try items.find(id) { try retire(item) }
        }
    }

    private func retire(_ item: Int64) throws {
        try db.execute("UPDATE listing SET is_current = 0 WHERE feed_id = ? AND item_id = ?", [feed, item])
    }
}

/// A feed's row.
enum FeedRow {
    /// Finds the row, or inserts it.
    static func id(_ db: StoreTransaction, _ key: FeedKey) throws -> Int64 {
        // Another transaction may insert it meanwhile, or remove it.
        while true {
            let known = "SELECT id FROM feed WHERE key = ?\(db.locks.keepingRows)"
            if let id = try db.row(known, [key.rawValue])?.integer(0) { return id }
            let id = try db.next()
            let added = try db.execute(
                "INSERT INTO feed (id, key, is_discussion) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING",
                [id, key.rawValue, db.options.isDiscussion(key)])
            if added > 0 { return id }
        }
    }

    static func find(_ db: StoreTransaction, _ key: FeedKey) throws -> Int64? {
        try db.row("SELECT id FROM feed WHERE key = ?", [key.rawValue])?.integer(0)
    }
}
