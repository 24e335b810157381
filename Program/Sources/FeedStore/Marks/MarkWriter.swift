import SQL
import Platform
import WebText

/// Marks items, within the caller's transaction. Doesn't write unchanged rows.
struct MarkWriter {
    let db: any SQLConnection

    /// Returns whether the item exists and changed.
    func mark(_ key: ItemKey, as mark: Mark, at date: Date) throws -> Bool {
        guard let item = try ItemWriter(db: db, scope: key.scope).find(key.id) else { return false }
        return try self.mark(item, as: mark, at: date)
    }

    func mark(_ item: Int64, as mark: Mark, at date: Date) throws -> Bool {
        let now = date.milliseconds
        switch mark {
        case .read:
            return try run("UPDATE item SET read_at = ?2 WHERE id = ?1 AND read_at IS NULL", [item, now])
                && run("UPDATE listing SET is_unread = 0 WHERE item_id = ?", [item], always: true)
        case .unread:
            return try run("UPDATE item SET read_at = NULL WHERE id = ? AND read_at IS NOT NULL", [item])
                && run("UPDATE listing SET is_unread = 1 WHERE item_id = ?", [item], always: true)
        case .saved:
            return try run(
                """
                UPDATE item SET saved_at = ?2, saved_in = ifnull((\(ItemQueries.bestFeed)), saved_in)
                WHERE id = ?1 AND saved_at IS NULL
                """, [item, now])
                && run(
                    "UPDATE listing SET is_muted = 0, is_current = 1 WHERE item_id = ? AND is_muted = 1", [item],
                    always: true)
        case .unsaved:
            return try run(
                "UPDATE item SET saved_at = NULL WHERE id = ? AND saved_at IS NOT NULL", [item])
                && hideAgain(item, at: date)
        }
    }

    /// Hides an item that was visible only because it was saved.
    private func hideAgain(_ item: Int64, at date: Date) throws -> Bool {
        try RuleWriter.load(db, at: date)?.reapply(item: item)
        return true
    }

    func read(_ items: [Int64], at date: Date) throws {
        for item in items { _ = try mark(item, as: .read, at: date) }
    }

    /// Returns whether a row changed.
    private func run(_ sql: String, _ arguments: [(any SQLValueConvertible)?], always: Bool = false) throws -> Bool {
        try db.execute(sql, arguments) > 0 || always
    }
}
