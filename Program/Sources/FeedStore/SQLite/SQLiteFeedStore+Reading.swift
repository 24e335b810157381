import GRDB

extension SQLiteFeedStore {
    /// Costs the same however many items are stored: counts are kept, and an index has the items in order.
    public func snapshot(of feed: FeedKey, limit: Int?) throws -> Snapshot {
        try file.read { db in
            let statement = try db.cachedStatement(sql: FeedQueries.feed)
            guard let row = try Row.fetchOne(statement, arguments: [feed.rawValue]) else { return Snapshot() }
            let columns = Columns(row)
            let id = try columns.integer(0)
            var snapshot = Snapshot()
            snapshot.fetchedAt = try columns.optionalDate(1)
            snapshot.hasBeenShown = try columns.optionalInteger(2) != nil
            snapshot.skipped = try columns.count(3)
            snapshot.extra = try columns.optionalData(4)
            snapshot.total = try columns.count(5)
            snapshot.newCount = snapshot.hasBeenShown ? try columns.count(6) : 0
            snapshot.error = try columns.storedError(7)
            snapshot.gaps = try FeedQueries.gaps(db, feed: id)
            let rows = try Row.fetchCursor(
                db.cachedStatement(sql: FeedQueries.shown), arguments: [id, limit.map { max(0, $0) } ?? -1])
            while let row = try rows.next() {
                snapshot.items.append(try Columns(row).item(isShown: snapshot.hasBeenShown))
            }
            return snapshot
        }
    }

    /// One look-up an id.
    public func items(of feed: FeedKey, ids: [String]) throws -> [StoredItem] {
        try file.read { db in
            let feeds = try db.cachedStatement(sql: FeedQueries.feed)
            guard let row = try Row.fetchOne(feeds, arguments: [feed.rawValue]) else { return [] }
            let id = try Columns(row).integer(0)
            let hasBeenShown = try Columns(row).optionalInteger(2) != nil
            let statement = try db.cachedStatement(sql: FeedQueries.one)
            return try ids.compactMap { key in
                try Row.fetchOne(statement, arguments: [id, key]).map { try Columns($0).item(isShown: hasBeenShown) }
            }
        }
    }

    /// Asks a connection that does nothing else; the first call opens it.
    public func version() throws -> Int { try file.version() }

    /// Reads no items.
    public func feeds() throws -> [FeedSummary] {
        try file.read { db in
            try Row.fetchAll(db, sql: FeedQueries.feeds).map { row in
                let columns = Columns(row)
                let hasBeenShown = try columns.optionalInteger(2) != nil
                return FeedSummary(
                    feed: FeedKey(try columns.text(11)),
                    count: try columns.count(5),
                    newCount: hasBeenShown ? try columns.count(6) : 0,
                    fetchedAt: try columns.optionalDate(1),
                    error: try columns.storedError(7))
            }
        }
    }
}

extension Columns {
    /// Four columns from `index`: kind, message, at, retry at.
    fileprivate func storedError(_ index: Int) throws -> StoredError? {
        guard let kind = try optionalText(index) else { return nil }
        return StoredError(
            kind: kind, message: try text(index + 1), at: try date(index + 2), retryAt: try optionalDate(index + 3))
    }

    fileprivate func item(isShown: Bool) throws -> StoredItem {
        StoredItem(
            id: try text(0), date: try optionalDate(1), rank: try optionalInteger(2).map(Int.init(truncatingIfNeeded:)),
            payload: try data(3), firstSeenAt: try date(4), isNew: try flag(5) && isShown,
            isRead: try flag(6), isSaved: try flag(7))
    }
}
