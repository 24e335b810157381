import GRDB
public import Platform

extension SQLiteFeedStore {
    /// Looks each item up. Saving shows an item that a rule mutes; unsaving hides it again.
    @discardableResult
    public func mark(
        _ items: [ItemKey], as mark: Mark, storing arriving: [Refresh], at date: Date
    ) throws -> [ItemKey] {
        if items.isEmpty { return [] }
        return try file.write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            return try items.filter { try writer.mark($0, as: mark, at: date) }
        }
    }

    /// Looks each item up.
    public func marks(of items: [ItemKey]) throws -> [ItemKey: ItemMarks] {
        if items.isEmpty { return [:] }
        return try file.read { db in
            let find = try db.cachedStatement(
                sql: "SELECT read_at, saved_at, is_highlighted FROM item WHERE key = ? AND scope = ?")
            var marks: [ItemKey: ItemMarks] = [:]
            for key in items {
                guard let row = try Row.fetchOne(find, arguments: [key.id, key.scope]) else { continue }
                let columns = Columns(row)
                marks[key] = ItemMarks(
                    isUnread: try columns.optionalInteger(0) == nil, isSaved: try columns.optionalInteger(1) != nil,
                    isHighlighted: try columns.flag(2))
            }
            return marks
        }
    }

    /// Reads the keys first, in the order of `items(_:limit:)`.
    @discardableResult
    public func mark(all selection: ItemSelection, as mark: Mark, at date: Date) throws -> [ItemKey] {
        try file.write { db in
            let writer = MarkWriter(db: db)
            let chosen = try SelectionStatement(db, selection)
            return try Row.fetchAll(db, sql: chosen.keys, arguments: chosen.arguments).compactMap { row in
                let columns = Columns(row)
                guard try writer.mark(columns.integer(0), as: mark, at: date) else { return nil }
                return ItemKey(scope: try columns.text(1), id: try columns.text(2))
            }
        }
    }

    /// Finds the ordered ids first, then reads the items within the limit.
    public func items(_ selection: ItemSelection, offset: Int, limit: Int?) throws -> ItemList {
        try file.read { db in
            let chosen = try SelectionStatement(db, selection)
            let limit = limit.map { max(0, $0) }
            let muted = try mutedCount(db, selection)
            if chosen.isIndexed, offset <= 0 {
                let statement = try db.makeStatement(sql: chosen.items(limit: limit ?? -1))
                return ItemList(
                    items: try file.rows(of: "items", statement) { try $0.item() },
                    total: try db.makeStatement(sql: chosen.count).count(), mutedCount: muted)
            }
            // Each condition is tested once, for the items and for their number.
            let ids = try Int64.fetchAll(db, sql: chosen.ids, arguments: chosen.arguments)
            let found = ids.dropFirst(max(0, offset)).prefix(limit ?? ids.count)
            let items =
                found.isEmpty
                ? [] : try file.rows(of: "items", db.makeStatement(sql: chosen.items(found))) { try $0.item() }
            return ItemList(items: items, total: ids.count, mutedCount: muted)
        }
    }

    private func mutedCount(_ db: Database, _ selection: ItemSelection) throws -> Int {
        if try selection.isMuted || selection.isSaved == true || !ItemQueries.hasMuted(db) { return 0 }
        var muted = selection
        muted.isMuted = true
        let chosen = try SelectionStatement(db, muted)
        return try db.makeStatement(sql: chosen.count).count(chosen.arguments)
    }

    /// Adds up the items' rows, by the same index as ``unreadCounts()``.
    public func unreadHash() throws -> Int {
        try file.read { try $0.cachedStatement(sql: ItemQueries.unreadHash).count() }
    }

    /// Counts by an index of unread items.
    public func unreadCounts() throws -> UnreadCounts {
        try file.read { db in
            var counts = UnreadCounts(total: try db.cachedStatement(sql: ItemQueries.unreadTotal).count())
            for row in try Row.fetchAll(db.cachedStatement(sql: ItemQueries.unreadByFeed)) {
                counts.byFeed[FeedKey(try Columns(row).text(0))] = try Columns(row).count(1)
            }
            return counts
        }
    }
}
