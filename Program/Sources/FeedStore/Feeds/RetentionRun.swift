import Platform
import SQL
import WebText

extension FeedStore {
    /// Removes what is due, in transactions of some milliseconds each, until nothing is.
    ///
    /// Feeds that aren't followed and that weren't visited or fetched for 30 days, with their items, unless these are saved or
    /// another feed lists them; items that no feed lists and nobody saved; ledger entries and quotas without a request for 90
    /// days; markings that can't be undone. Saved items that were read, of an account that keeps them for a number of
    /// days only.
    /// - Returns: the removed feeds.
    @discardableResult
    package func prune(now: Date) throws -> [FeedKey] {
        var removed: [FeedKey] = []
        while let feeds = try pruneNext(now: now) { removed += feeds }
        return removed
    }

    /// Does one step of ``prune(now:)``, in one transaction.
    ///
    /// Reads only what is due. Several processes may call it.
    /// - Returns: the removed feeds; nil if nothing was due.
    package func pruneNext(now: Date) throws -> [FeedKey]? {
        guard let work = try read({ try RetentionRun(db: $0, now: now).next() }) else { return nil }
        return work.isShown
            ? try write(work.scope) { try RetentionRun(db: $0, now: now).run(work) }
            : try writeSilently(work.scope) { try RetentionRun(db: $0, now: now).run(work) }
    }
}

/// Removes what is due: unused feeds, unlisted items, old requests and markings; within the caller's transaction.
///
/// `check_at` of a feed and of an unlisted item is when to look at it next, so that indexes find what is due. When a feed or an
/// item is used again, nothing changes there: the next check finds it in use and moves the date.
struct RetentionRun {
    /// The removals of one transaction.
    enum Work {
        case requests, markings
        case unusedFeeds([Int64])
        /// Nothing of feeds that are used: only the date of the next check changes.
        case usedFeeds([Int64])
        case items([Int64])
        case saved(Account.ID, [Int64])

        /// True if lists may show the removed rows.
        var isShown: Bool {
            switch self {
            case .unusedFeeds, .saved: true
            case .requests, .markings, .usedFeeds, .items: false
            }
        }

        /// The scope of the transaction.
        var scope: WriteScope {
            if case .saved(let account, _) = self { .account(account) } else { .maintenance }
        }
    }

    /// The number of items or feeds in one transaction.
    static let batch = 100
    /// The interval of checks of a followed feed, in seconds.
    private static let followedSpan: TimeInterval = 7 * 86_400

    static let dueFeeds = "SELECT id FROM feed WHERE check_at <= ? ORDER BY check_at LIMIT ?"
    static let dueItems = "SELECT id FROM item WHERE check_at <= ? ORDER BY check_at LIMIT ?"
    static let dueRequests = "SELECT 1 FROM ledger WHERE requested_at < ? LIMIT 1"
    private static let oldestMarking = "SELECT marked_at FROM marking ORDER BY seq LIMIT 1"

    let db: StoreTransaction
    let now: Date

    /// Finds the work that is due first; nil if none is.
    func next() throws -> Work? {
        let hasRequests =
            try db.row(Self.dueRequests, [requestBound]) != nil
            || db.row("SELECT 1 FROM quota WHERE seen_at < ? LIMIT 1", [requestBound]) != nil
            || db.row("SELECT 1 FROM lease WHERE until < ? LIMIT 1", [requestBound]) != nil
        if hasRequests { return .requests }
        if let oldest = try db.row(Self.oldestMarking)?.integer(0), oldest < (now - UndoableMarks.span).milliseconds {
            return .markings
        }
        if let saved = try dueSaved() { return saved }
        let feeds = try db.integers(Self.dueFeeds, [now.milliseconds, Self.batch])
        if !feeds.isEmpty {
            let used = try db.integers(
                "SELECT id FROM feed WHERE id IN \(SelectionStatement.list(feeds)) AND \(isUsed)", isReused: false)
            return used.isEmpty ? .unusedFeeds(feeds) : .usedFeeds(used)
        }
        let items = try db.integers(Self.dueItems, [now.milliseconds, Self.batch])
        return items.isEmpty ? nil : .items(items)
    }

    /// Removes the due rows, or postpones those in use; returns the removed feeds.
    func run(_ work: Work) throws -> [FeedKey] {
        switch work {
        case .requests: try removeRequests()
        case .markings: try UndoableMarks.prune(db, now: now)
        case .saved(let account, let items):
            let marks = MarkWriter(db: db.of(account))
            for item in items { _ = try marks.mark(item, as: .unsaved, at: now) }
        case .items(let items): try removeUnlisted(items)
        case .usedFeeds(let feeds): try postpone(feeds)
        case .unusedFeeds(let feeds):
            db.noteChanges(StoreChanges(isEverything: true))
            return try removeUnused(feeds)
        }
        return []
    }

    // MARK: Requests

    private var requestBound: Int64 { (now - Retention.requestSpan).milliseconds }

    private func removeRequests() throws {
        try db.execute("DELETE FROM ledger WHERE requested_at < ?", [requestBound])
        try db.execute("DELETE FROM quota WHERE seen_at < ?", [requestBound])
        try db.execute("DELETE FROM lease WHERE until < ?", [requestBound])
    }

    // MARK: Saved items

    /// The read items that an account has saved for longer than it keeps them.
    private func dueSaved() throws -> Work? {
        for row in try db.rows("SELECT id, saved_days FROM account WHERE saved_days IS NOT NULL") {
            let (account, days) = (try row.integer(0), try row.integer(1))
            let sql = """
                SELECT mark.item_id FROM mark
                WHERE mark.account_id = ?1 AND mark.saved_at < ?2 AND NOT \(ReadState.condition("mark.item_id", "?1"))
                ORDER BY mark.saved_at LIMIT ?3
                """
            let bound = (now - Double(days) * 86_400).milliseconds
            let items = try db.integers(sql, [account, bound, Self.batch])
            if !items.isEmpty { return .saved(account, items) }
        }
        return nil
    }

    // MARK: Feeds

    /// The time when a feed was last fetched, failed or was visited.
    private static let lastUse = """
        (SELECT max(at) FROM (
            SELECT coalesce(feed.fetched_at, 0) AS at UNION ALL SELECT coalesce(feed.error_at, 0)
            UNION ALL SELECT coalesce(max(visited_at), 0) FROM reading WHERE reading.feed_id = feed.id) AS uses)
        """

    private static let isFollowed = "EXISTS (SELECT 1 FROM followed WHERE followed.feed = feed.key)"

    private var isUsed: String {
        "(\(Self.isFollowed) OR \(Self.lastUse) >= \((now - Retention.unusedSpan).milliseconds))"
    }

    /// Sets when to look at feeds again that are used.
    private func postpone(_ feeds: [Int64]) throws {
        let due = "id IN \(SelectionStatement.list(feeds)) AND check_at <= ?"
        try db.execute(
            "UPDATE feed SET check_at = ? WHERE \(due) AND \(Self.isFollowed)",
            [(now + Self.followedSpan).milliseconds, now.milliseconds], isReused: false)
        try db.execute(
            """
            UPDATE feed SET check_at = \(Self.lastUse) + \(Int64(Retention.unusedSpan * 1000) + 1)
            WHERE \(due) AND \(isUsed)
            """, [now.milliseconds], isReused: false)
    }

    /// Removes unused feeds until one of them had items; returns the removed ones.
    private func removeUnused(_ feeds: [Int64]) throws -> [FeedKey] {
        // One of them may have been followed before it was locked.
        try db.lock("feed", feeds)
        let unused = try db.rows(
            """
            SELECT id, key FROM feed WHERE id IN \(SelectionStatement.list(feeds)) AND check_at <= ? AND NOT \(isUsed)
            ORDER BY key
            """, [now.milliseconds], isReused: false)
        var removed: [FeedKey] = []
        for row in unused {
            let (feed, key) = (try row.integer(0), try row.text(1))
            let hasItems = try db.row("SELECT 1 FROM listing WHERE feed_id = ? LIMIT 1", [feed]) != nil
            switch try FeedRemoval(db: db, feed: feed, key: key).run(limit: Self.batch) {
            case .itemsLeft: break
            case .emptied:
                let next = (now + Retention.unusedSpan).milliseconds
                try db.execute("UPDATE feed SET check_at = ? WHERE id = ?", [next, feed])
            case .removed: removed.append(FeedKey(key))
            }
            if hasItems { break }
        }
        return removed
    }

    // MARK: Items

    private func removeUnlisted(_ items: [Int64]) throws {
        try db.lock("item", items)
        let due = "id IN \(SelectionStatement.list(items)) AND check_at <= ?"
        let span = Int64(Retention.unusedSpan * 1000), now = now.milliseconds
        func change(to value: String, where condition: String, _ values: [(any SQLValueConvertible)?] = []) throws {
            try db.execute(
                "UPDATE item SET check_at = \(value) WHERE \(due) AND \(condition)", [now] + values, isReused: false)
        }
        try change(to: "NULL", where: "EXISTS (SELECT 1 FROM listing WHERE item_id = item.id)")
        try change(
            to: "\(now + span)", where: KeptItems.isKept)
        try change(to: "first_seen_at + \(span + 1)", where: "first_seen_at >= ?", [now - span])
        try ItemRemoval(db: db).remove(
            try db.integers("SELECT id FROM item WHERE \(due)", [now], isReused: false))
    }
}
