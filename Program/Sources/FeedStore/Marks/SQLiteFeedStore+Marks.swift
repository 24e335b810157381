import SQL
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
            let find = "SELECT read_at, saved_at, is_highlighted FROM item WHERE key = ? AND scope = ?"
            var marks: [ItemKey: ItemMarks] = [:]
            for key in items {
                guard let columns = try db.row(find, [key.id, key.scope]) else { continue }
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
            return try db.rows(chosen.keys, chosen.arguments, isReused: false).compactMap { columns in
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
                return ItemList(
                    items: try file.rows(of: "items", db, chosen.items(limit: limit ?? -1), isReused: false) {
                        try $0.item()
                    },
                    total: try db.count(chosen.count, isReused: false), mutedCount: muted)
            }
            // Each condition is tested once, for the items and for their number.
            let ids = try db.integers(chosen.ids, chosen.arguments, isReused: false)
            let found = ids.dropFirst(max(0, offset)).prefix(limit ?? ids.count)
            let items =
                found.isEmpty
                ? [] : try file.rows(of: "items", db, chosen.items(found), isReused: false) { try $0.item() }
            return ItemList(items: items, total: ids.count, mutedCount: muted)
        }
    }

    private func mutedCount(_ db: any SQLConnection, _ selection: ItemSelection) throws -> Int {
        if try selection.isMuted || selection.isSaved == true || !ItemQueries.hasMuted(db) { return 0 }
        var muted = selection
        muted.isMuted = true
        let chosen = try SelectionStatement(db, muted)
        return try db.count(chosen.count, chosen.arguments, isReused: false)
    }

    /// Adds up the items' rows, by the same index as ``unreadCounts()``.
    public func unreadHash() throws -> Int {
        try file.read { try $0.count(ItemQueries.unreadHash) }
    }

    /// Counts by an index of unread items.
    public func unreadCounts() throws -> UnreadCounts {
        try file.read { db in
            var counts = UnreadCounts(total: try db.count(ItemQueries.unreadTotal))
            for row in try db.rows(ItemQueries.unreadByFeed) {
                counts.byFeed[FeedKey(try row.text(0))] = try row.count(1)
            }
            return counts
        }
    }
}
