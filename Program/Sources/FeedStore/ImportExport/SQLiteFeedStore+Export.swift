import SQL
public import Platform

extension SQLiteFeedStore {
    /// Reads no content.
    public func readItems() throws -> [StoreExport.ReadItem] {
        try file.read { db in
            let sql = "SELECT scope, key, read_at FROM item WHERE read_at IS NOT NULL ORDER BY id"
            return try file.rows(of: "marks", db, sql) { columns in
                StoreExport.ReadItem(
                    key: ItemKey(scope: try columns.text(0), id: try columns.text(1)), readAt: try columns.date(2))
            }
        }
    }

    /// One transaction. The rules, old and new, are then applied to all items.
    public func add(_ export: StoreExport, at date: Date) throws -> ImportCounts {
        try file.write { db in
            var counts = try StoreImport(db: db, now: date).add(export)
            let added = try export.rules.compactMap { try insert(db, $0, at: date) }
            counts.added += added.count
            counts.known += export.rules.count - added.count
            if try !RuleQueries.stored(db).isEmpty { try reapply(db, new: added, at: date) }
            return counts
        }
    }
}
