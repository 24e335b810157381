import Platform
import SQL
import WebText

extension FeedStore {
    /// Returns the feed with at most `limit` items; nil returns all. A feed without commits is empty.
    ///
    /// Reads only the rows that it returns, and counts by indexes; of unread items also their stories.
    ///
    /// - Parameters:
    ///   - filter: which items to return. ``Snapshot/total`` counts only these.
    ///   - offset: the number of items to leave out before the first one.
    package func snapshot(
        of feed: FeedKey, order: ItemOrder, filter: ItemFilter = ItemFilter(), offset: Int = 0, limit: Int?
    ) throws -> Snapshot {
        try read { db in
            guard let row = try db.row(FeedQueries.feed, [feed.rawValue, db.account]) else { return Snapshot() }
            // The items are worth more than a damaged value beside them, which the next refresh replaces.
            let columns = row.skipping { self.database.skipRow(of: "feeds") }
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
            var shown = FeedQueries.Shown(hidesMuted: try MutedListings.exist(db))
            snapshot.unreadCount = try db.count(shown.unread, [id, db.account])
            let absorbed = try absorb(&snapshot, of: id, db)
            if filter.isUnreadOnly { shown.leftOut = absorbed }
            snapshot.total = try db.count(
                shown.count(filter), shown.countValues(id, filter, db.account), isReused: shown.leftOut.isEmpty)
            if shown.hidesMuted { snapshot.mutedCount = try db.count(FeedQueries.Shown.muted, [id, db.account]) }
            snapshot.gaps = try database.rows(of: "gaps", db, FeedQueries.gaps, [id]) { try $0.gap() }
            snapshot.items = try database.rows(
                of: "items", db, shown.items(order, filter, db),
                [
                    feed.rawValue, id, db.account, try columns.optionalInteger(Column.readThrough) ?? 0,
                    limit.map { max(0, $0) } ?? Int.max, max(0, offset),
                ] + FeedQueries.arguments(filter), isReused: shown.leftOut.isEmpty
            ) { try $0.item() }
            for index in snapshot.items.indices where snapshot.absorbed.contains(snapshot.items[index].key) {
                snapshot.items[index].isUnread = false
            }
            return snapshot
        }
    }

    /// Leaves the unread items that only joined stories that were read out of the count, and returns their ids.
    private func absorb(_ snapshot: inout Snapshot, of feed: Int64, _ db: StoreTransaction) throws -> [Int64] {
        guard snapshot.unreadCount > 0 else { return [] }
        let absorbed = try Self.unreadStories(in: "= ?2", db, feed).flatMap(\.absorbed.keys).sorted()
        snapshot.unreadCount -= absorbed.count
        let keys = try ValuesClause(absorbed).rows(db) {
            "SELECT item.scope, item.key FROM \($0) CROSS JOIN item ON item.id = given.column1"
        }
        snapshot.absorbed = Set(try keys.map { ItemKey(scope: try $0.text(0), id: try $0.text(1)) })
        return absorbed
    }

    /// Returns the named items that are stored, in the order of `ids`, even unlisted ones.
    package func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] {
        try read { db in
            guard try FeedOwner(db: db).admits(feed) else { return [] }
            let id = try FeedRow.find(db, feed)
            return try ids.flatMap { key in
                try database.rows(of: "items", db, FeedQueries.one, [feed.rawValue, id, key, db.account]) {
                    try $0.item()
                }
            }
        }
    }

    /// Returns true if the account may read the feed, according to its last refresh; see ``FeedUpdate/access``.
    ///
    /// The other functions treat a feed that it may not read as one that isn't stored.
    ///
    /// Looks the feed up, unless there is but one account.
    package func mayRead(_ feed: FeedKey) throws -> Bool {
        try read { db in try db.isAlone() || FeedOwner(db: db).admits(feed) }
    }

    /// Throws ``FeedStoreError/limitReached(_:limit:)`` if nobody has opened the feed yet, and the account has opened too many
    /// that nobody follows.
    ///
    /// Looks the feed up, and counts only if it isn't stored.
    package func checkOpening(_ feed: FeedKey) throws {
        try read { db in
            if try FeedRow.find(db, feed) == nil { try db.checkLimit(of: .opened, adding: 1) }
        }
    }

    /// Stores refreshes and ledger entries in one transaction, and ends the leases under which the requests were made.
    ///
    /// Unless the outcome of a request is a 2xx status, nil validators and a nil next page keep the stored ones of the same feed.
    ///
    /// Then removes from each feed the items beyond the bounds of its retention, at most 500 of them. Items in this commit and
    /// saved items stay.
    ///
    /// Doesn't write unchanged rows.
    package func commit(_ refreshes: [FeedUpdate], ledger: [LedgerEntry], quotas: [Quota]) throws {
        if refreshes.isEmpty, ledger.isEmpty, quotas.isEmpty { return }
        if let now = refreshes.filter({ !$0.items.isEmpty }).map(\.fetchedAt).max() { try readStories(at: now) }
        try write(.rows) { try Self.commit(refreshes, ledger: ledger, quotas: quotas, $0) }
    }

    /// Does the same within the caller's transaction.
    static func commit(
        _ refreshes: [FeedUpdate], ledger: [LedgerEntry], quotas: [Quota], _ db: StoreTransaction
    ) throws {
        let feeds = Set(refreshes.map(\.feed) + ledger.map(\.feed))
        db.noteChanges(StoreChanges(feeds: feeds, isEverything: feeds.isEmpty))
        try db.lock(refreshes)
        if let now = refreshes.map(\.fetchedAt).max() {
            let rules = RuleRun(db, at: now)
            for refresh in refreshes { try FeedWriter(db: db, refresh, rules: rules).store(refresh) }
            try rules.finish()
        }
        try LedgerWriter(db: db).record(ledger, quotas: quotas)
    }

    /// Every feed that was ever committed, by key.
    package func feeds() throws -> [FeedSummary] {
        try read { db in
            try database.rows(of: "feeds", db, FeedQueries.feeds, [db.account]) { columns in
                typealias Column = FeedQueries.SummaryColumn
                return FeedSummary(
                    feed: FeedKey(try columns.text(Column.key)), fetchedAt: try columns.optionalDate(Column.fetchedAt),
                    error: try columns.storedError(
                        kind: Column.errorKind, message: .errorMessage, at: .errorAt, retryAt: .retryAt))
            }
        }
    }

    /// Returns when the previous visit ended, as seen by a visit at `date`; nil if there was none. Records nothing.
    package func lastVisit(of feed: FeedKey, at date: Date) throws -> Date? {
        try read { db in
            guard let id = try FeedRow.find(db, feed), let visits = try visits(db, id) else { return nil }
            return visits.last(before: date)
        }
    }

    /// Records a visit. Visits less than 10 minutes apart are one visit.
    ///
    /// From the next visit on, ``Snapshot/lastVisitAt`` is when this one ended.
    package func visit(_ feed: FeedKey, at date: Date) throws {
        try write { db in
            let id = try FeedRow.id(db, feed)
            try ReadWatermark(db: db).add(id)
            guard let visits = try visits(db, id), visits.visitedAt?.milliseconds != date.milliseconds else { return }
            try db.execute(
                "UPDATE reading SET last_visit_at = ?, visited_at = ? WHERE account_id = ? AND feed_id = ?",
                [visits.last(before: date)?.milliseconds, date.milliseconds, db.account, id])
        }
    }

    /// Nil if the account doesn't read the feed.
    private func visits(_ db: StoreTransaction, _ feed: Int64) throws -> FeedVisits? {
        let sql = "SELECT visited_at, last_visit_at FROM reading WHERE account_id = ? AND feed_id = ?"
        return try db.row(sql, [db.account, feed]).map { row in
            let columns = row.skipping { self.database.skipRow(of: "feeds") }
            return FeedVisits(visitedAt: try columns.optionalDate(0), lastVisitAt: try columns.optionalDate(1))
        }
    }
}

/// The last visits to a feed.
private struct FeedVisits {
    /// FeedVisits less than this many seconds apart are one.
    private static let span: TimeInterval = 600

    let visitedAt: Date?
    let lastVisitAt: Date?

    /// The date when the visit before one at `date` ended.
    func last(before date: Date) -> Date? {
        if let visitedAt, date >= visitedAt + Self.span { return visitedAt }
        // A visit in the future was recorded by a clock that was ahead.
        return lastVisitAt.map { min($0, date) }
    }
}

extension FeedStore {
    /// The number of items in a part of a list.
    private static let partSize = 500

    /// Reads the items of a selection in parts, in the order of ``items(_:offset:limit:)``, so that a long list needs little
    /// memory.
    ///
    /// Finds the ids first, 8 bytes each. Items that are removed meanwhile are left out.
    /// - Parameters:
    ///   - limit: the number of items to read; nil for all.
    ///   - body: called with each part, outside of any transaction; returns true to go on.
    /// - Returns: the list without its items.
    @discardableResult
    package func forEachPart(
        of selection: ItemSelection, limit: Int? = nil, _ body: ([StoredItem]) throws -> Bool
    ) throws -> ItemList {
        let (ids, muted) = try read { db in
            let chosen = try SelectionStatement(db, selection), muted = try mutedCount(db, selection)
            if let grouped = try GroupedSelection(db, selection, chosen) {
                return (try grouped.ids(chosen, offset: 0, limit: nil, db).ids, muted)
            }
            return (try db.integers(chosen.ids, chosen.arguments, isReused: false), muted)
        }
        try Self.forEachPart(of: ids.prefix(max(0, limit ?? ids.count))) { part in
            let items = try read { db in
                let items = try self.items(part, SelectionStatement(db, selection), db)
                guard selection.groupsStories, let stories = try StoryRows(db) else { return items }
                return try stories.grouped(items, part)
            }
            return try body(items)
        }
        return ItemList(total: ids.count, mutedCount: muted)
    }

    /// Calls `body` with each part of the ids until it returns false.
    static func forEachPart(of ids: ArraySlice<Int64>, _ body: (ArraySlice<Int64>) throws -> Bool) throws {
        var rest = ids
        while !rest.isEmpty, try body(rest.prefix(partSize)) { rest = rest.dropFirst(partSize) }
    }
}
