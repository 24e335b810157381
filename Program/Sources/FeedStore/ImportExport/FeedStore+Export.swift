import SQL
import Platform

extension FeedStore {
    /// The items that were read, including those whose content isn't stored yet.
    ///
    /// Reads no content.
    package func readItems() throws -> [StoreExport.ReadItem] {
        try read { db in
            try database.rows(of: "marks", db, Self.readItems, [db.account]) { columns in
                StoreExport.ReadItem(
                    key: ItemKey(scope: try columns.text(0), id: try columns.text(1)), readAt: try columns.date(2))
            }
        }
    }

    private static let readItems = """
        SELECT scope, key, \(ReadState.readAt("item.id", "?1"))
        FROM item \(ReadState.mark(of: "item.id", "?1"))
        WHERE mark.read_at IS NOT NULL OR NOT \(ReadState.condition("item.id", "?1")) ORDER BY item.id
        """

    /// Adds an export; existing entries stay as they are.
    ///
    /// A mark on an item that isn't stored applies when the item arrives, within 30 days. The newest 20 items of an
    /// added feed are unread, as with ``follow(_:path:_:at:)``, unless they are marked.
    ///
    /// One transaction. The rules, old and new, are then applied to all items in further ones.
    package func add(_ export: StoreExport, at date: Date) throws -> ImportCounts {
        try write { db in
            var counts = try StoreImport(db: db, now: date).add(export)
            let added = try export.rules.compactMap { try insert(db, $0, at: date) }
            counts.added += added.count
            counts.known += export.rules.count - added.count
            if try RuleQueries.rules(db) != nil { try RuleApplication(db: db).begin(new: added, at: date) }
            return counts
        }
    }
}
