import SQL
public import Platform
import WebText

extension SQLiteFeedStore {
    /// Reads only the rows that it returns, and counts by indexes.
    public func snapshot(
        of feed: FeedKey, order: ItemOrder, filter: ItemFilter, offset: Int, limit: Int?
    ) throws -> Snapshot {
        try file.read { db in
            guard let row = try db.row(FeedQueries.feed, [feed.rawValue]) else { return Snapshot() }
            // The items are worth more than a damaged value beside them, which the next refresh replaces.
            let columns = row.skipping { self.file.skipRow(of: "feeds") }
            typealias Column = FeedQueries.FeedColumn
            let id = try columns.integer(Column.id)
            var snapshot = Snapshot()
            snapshot.fetchedAt = try columns.optionalDate(Column.fetchedAt)
            snapshot.lastVisitAt = try columns.optionalDate(Column.lastVisitAt)
            snapshot.skipped = try columns.optionalCount(Column.skipped) ?? 0
            snapshot.extra = try columns.optionalData(Column.extra)
            snapshot.error = try columns.storedError(
                kind: Column.errorKind, message: .errorMessage, at: .errorAt, retryAt: .retryAt)
            snapshot.title = try columns.optionalText(Column.title)
            let values = FeedQueries.arguments(filter)
            snapshot.total = try db.count(FeedQueries.count(filter), [id] + values)
            snapshot.unreadCount = try db.count(FeedQueries.unread, [id])
            snapshot.mutedCount = try db.count(FeedQueries.muted, [id])
            snapshot.gaps = try file.rows(of: "gaps", db, FeedQueries.gaps, [id]) { try $0.gap() }
            snapshot.items = try file.rows(
                of: "items", db, FeedQueries.items(order, filter),
                [feed.rawValue, id, limit.map { max(0, $0) } ?? -1, max(0, offset)] + values
            ) { try $0.item() }
            return snapshot
        }
    }

    /// Looks each id up.
    public func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] {
        try file.read { db in
            let id = try FeedRow.find(db, feed)
            return try ids.flatMap { key in
                try file.rows(of: "items", db, FeedQueries.one, [feed.rawValue, id, key]) {
                    try $0.item()
                }
            }
        }
    }

    /// Doesn't write unchanged rows.
    public func commit(_ refreshes: [Refresh], ledger: [LedgerEntry], quotas: [Quota]) throws {
        if refreshes.isEmpty, ledger.isEmpty, quotas.isEmpty { return }
        try file.write { db in
            // Unused feeds are pruned before a new feed is added.
            if try refreshes.contains(where: { try FeedRow.find(db, $0.feed) == nil }),
                let now = refreshes.map(\.fetchedAt).max()
            {
                _ = try Retention.prune(feeds: db, now: now)
            }
            let rules = try refreshes.map(\.fetchedAt).max().flatMap { try RuleWriter.load(db, at: $0) }
            for refresh in refreshes {
                try FeedWriter(db: db, feed: refresh.feed, rules: rules).store(refresh)
            }
            try rules?.finish()
            try LedgerWriter(db: db).record(ledger, quotas: quotas)
        }
    }

    /// Reads no items.
    public func feeds() throws -> [FeedSummary] {
        try file.read { db in
            try file.rows(of: "feeds", db, FeedQueries.feeds) { columns in
                typealias Column = FeedQueries.SummaryColumn
                return FeedSummary(
                    feed: FeedKey(try columns.text(Column.key)), fetchedAt: try columns.optionalDate(Column.fetchedAt),
                    error: try columns.storedError(
                        kind: Column.errorKind, message: .errorMessage, at: .errorAt, retryAt: .retryAt))
            }
        }
    }

    /// Looks the feed up.
    public func lastVisit(of feed: FeedKey, at date: Date) throws -> Date? {
        try file.read { db in
            let sql = "SELECT iif(?1 - visited_at >= ?2, visited_at, min(last_visit_at, ?1)) FROM feed WHERE key = ?3"
            let row = try db.row(sql, [date.milliseconds, Self.visitSpan, feed.rawValue])
            return try row.flatMap { try $0.skipping { self.file.skipRow(of: "feeds") }.optionalDate(0) }
        }
    }

    /// Keeps the current visit and the previous one.
    public func visit(_ feed: FeedKey, at date: Date) throws {
        try file.write { db in
            let id = try FeedRow.id(db, feed)
            // A visit in the future was recorded by a clock that was ahead.
            try db.execute(
                """
                UPDATE feed SET
                    last_visit_at = iif(?1 - visited_at >= ?2, visited_at, min(last_visit_at, ?1)),
                    visited_at = ?1
                WHERE id = ?3 AND visited_at IS NOT ?1
                """,
                [date.milliseconds, Self.visitSpan, id])
        }
    }

    /// Visits less than this many milliseconds apart are one.
    private static let visitSpan = 600_000

    /// Also removes items that no feed lists and nobody saved.
    @discardableResult
    public func prune(now: Date) throws -> [FeedKey] {
        try file.write { try Retention.prune(feeds: $0, now: now) }
    }

    /// Asks a connection of its own; the first call opens it.
    public func version() throws -> Int { try file.version() }
}
