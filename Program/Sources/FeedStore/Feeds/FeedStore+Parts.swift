import SQL

extension FeedStore {
    /// The number of items in a part of a list.
    private static let partSize = 500

    /// Reads the items of a selection in parts, in the order of ``items(_:offset:limit:)``, so that a long list needs little
    /// memory.
    ///
    /// Finds the ids first, 8 bytes each. Items that are removed meanwhile are left out.
    /// - Parameters:
    ///   - limit: the number of items to read; nil for all.
    ///   - body: called with each part, outside of any transaction; returns whether to go on.
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
