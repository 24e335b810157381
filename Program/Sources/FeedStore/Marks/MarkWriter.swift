import SQL
import Platform
import WebText

/// Marks items for an account, within the caller's transaction. Doesn't write unchanged rows.
struct MarkWriter {
    let db: StoreTransaction

    /// Returns true if the account sees the item and it changed.
    func mark(_ key: ItemKey, as mark: Mark, at date: Date) throws -> Bool {
        if try !Account.sees(key, db) { return false }
        if mark == .read || mark == .unread {
            return try set(Self.byKey, [key.id, key.scope], isRead: mark == .read, at: date)
        }
        guard let item = try ItemWriter(db: db, scope: key.scope).find(key.id) else { return false }
        return try self.mark(item, as: mark, at: date)
    }

    func mark(_ item: Int64, as mark: Mark, at date: Date) throws -> Bool {
        switch mark {
        case .read, .unread:
            return try set(Self.byID, [item], isRead: mark == .read, at: date)
        case .saved:
            return try save(item, at: date, changedAt: date)
        case .unsaved:
            guard try isSaved(item) else { return false }
            try write(item, ["saved_at": nil, "changed_at": date.milliseconds])
            // It is removed soon if no feed lists it.
            try db.execute("UPDATE item SET check_at = 0 WHERE id = ? AND check_at > 0", [item])
            // Hides an item that was visible only because it was saved.
            try RuleWriter.load(db, at: date)?.reapply(item: item)
            return true
        }
    }

    /// Saves an item; returns false if it was saved.
    ///
    /// - Parameter changed: when the mark changes, for programs that ask what has changed since a time.
    func save(_ item: Int64, at date: Date, changedAt changed: Date) throws -> Bool {
        guard try !isSaved(item), try keep(item) else { return false }
        db.noteAdded(.saved)
        let feed = try db.row(ItemQueries.bestFeed, [item, db.account])?.text(0)
        let (at, changedAt) = (date.milliseconds, changed.milliseconds)
        try write(
            item,
            feed.map { ["saved_at": at, "changed_at": changedAt, "saved_in": $0] }
                ?? ["saved_at": at, "changed_at": changedAt])
        try db.execute("DELETE FROM muted WHERE account_id = ? AND item_id = ?", [db.account, item])
        return true
    }

    /// The statements that mark an item.
    private struct Statements {
        let read, unread, again: String

        init(_ item: String) {
            read = marking(item, true)
            unread = marking(item, false)
            again = readingAgain(item)
        }
    }

    private static let byKey = Statements("item.key = ?5 AND item.scope = ?6")
    private static let byID = Statements("item.id = ?5")

    /// Marks an item that is read, if a marking could be undone that made it so: undoing that leaves it read.
    private static func readingAgain(_ item: String) -> String {
        """
        INSERT INTO mark (account_id, seq, read_at, changed_at, item_id)
        SELECT ?1, ?2, ?3, ?4, item.id FROM item \(ReadState.mark(of: "item.id", "?1"))
        WHERE \(item) AND EXISTS (SELECT 1 FROM marking WHERE marking.account_id = ?1 AND marking.mark = 'read'
            AND marking.items <> '' AND marking.seq > \(ReadState.number))
        ON CONFLICT (item_id, account_id) DO UPDATE SET seq = excluded.seq, read_at = coalesce(mark.read_at, excluded.read_at)
        """
    }

    /// Marks an item, if that changes it, and returns its id.
    private static func marking(_ item: String, _ isRead: Bool) -> String {
        """
        INSERT INTO mark (account_id, seq, read_at, changed_at, item_id)
        SELECT ?1, ?2, ?3, ?4, item.id FROM item \(ReadState.mark(of: "item.id", "?1"))
        WHERE \(item) AND \(isRead ? "" : "NOT ")\(ReadState.condition("item.id", "?1"))
        ON CONFLICT (item_id, account_id) DO UPDATE SET seq = excluded.seq, read_at = excluded.read_at,
            changed_at = excluded.changed_at
        RETURNING item_id
        """
    }

    /// Marks the item; true if it exists and changed.
    private func set(
        _ statements: Statements, _ item: [any SQLValueConvertible], isRead: Bool, at date: Date
    ) throws -> Bool {
        let number = try db.next()
        let at = date.milliseconds
        let values: [(any SQLValueConvertible)?] = [db.account, number, isRead ? at : nil, at]
        let changed = try db.row(isRead ? statements.read : statements.unread, values + item)?.integer(0)
        if let changed { try ReadWatermark(db: db).noteMarked(changed, number) }
        if isRead, changed == nil { try db.execute(statements.again, values + item) }
        return changed != nil
    }

    /// Reads the marks that the account's rules test.
    func marks(of item: Int64) throws -> (isSaved: Bool, isHighlighted: Bool) {
        let sql = "SELECT saved_at, is_highlighted FROM mark WHERE item_id = ? AND account_id = ?"
        guard let row = try db.row(sql, [item, db.account]) else { return (false, false) }
        return (try row.optionalInteger(0) != nil, try row.flag(1))
    }

    /// Keeps others from removing an item before it is saved; false if it has been removed.
    func keep(_ item: Int64) throws -> Bool {
        if db.locks.excludesWriters { return true }
        return try db.row("SELECT id FROM item WHERE id = ?\(db.locks.keepingRows)", [item]) != nil
    }

    private func isSaved(_ item: Int64) throws -> Bool {
        let sql = "SELECT 1 FROM mark WHERE item_id = ? AND account_id = ? AND saved_at IS NOT NULL"
        return try db.row(sql, [item, db.account]) != nil
    }

    /// Changes columns of the account's mark.
    func write(_ item: Int64, _ values: KeyValuePairs<String, (any SQLValueConvertible)?>) throws {
        let key: KeyValuePairs<String, (any SQLValueConvertible)?> = ["item_id": item, "account_id": db.account]
        try ColumnValues(key, values).upsert(into: "mark", key: ["item_id", "account_id"], db)
    }
}
