import Platform
import SQL
import WebText

extension FeedStore {
    /// Marks the items like ``mark(_:as:storing:at:)``, and records those that change, so that ``undo(_:at:)`` can take it back.
    ///
    /// - Parameters:
    ///   - groupsStories: true to mark the other items of their stories as read, unread and unsaved, too.
    ///   - arriving: refreshes in progress, whose items can be among `items`.
    package func mark(
        each items: [ItemKey], as mark: Mark, groupsStories: Bool = false, storing arriving: [FeedUpdate] = [],
        at date: Date
    ) throws -> Marking {
        if items.isEmpty { return Marking() }
        return try write { db in
            for refresh in arriving { try ItemWriter(db: db, scope: refresh.scope).add(refresh) }
            let writer = MarkWriter(db: db)
            var marking = Marking()
            var changed: Set<Int64> = []
            for key in groupsStories ? try StoryRows.voices(of: items, as: mark, db) : items {
                guard try writer.mark(key, as: mark, at: date),
                    let id = try ItemWriter(db: db, scope: key.scope).find(key.id)
                else { continue }
                marking.items.append(key)
                changed.insert(id)
            }
            if !changed.isEmpty {
                let number = try UndoableMarks(db: db).record(changed, as: mark, shown: changed.count, at: date)
                marking.number = number
            }
            return marking
        }
    }
}

/// Records the markings of an account that can be undone, and undoes them, within the caller's transaction.
///
/// A marking is recorded as the items that it changed. The numbers through which feeds are read don't suffice to undo it:
/// later markings, and ``ReadWatermark/balance(_:)``, move them.
struct UndoableMarks {
    /// The maximum number of markings of an account that can be undone.
    private static let limit = 100
    /// For how long, in seconds.
    static let span: TimeInterval = 86_400
    /// The number of items in one statement.
    private static let batch = 500

    let db: StoreTransaction

    /// Returns the number of the marking.
    ///
    /// - Parameter shown: the number of the items that lists show.
    func record(_ items: Set<Int64>, as mark: Mark, shown: Int, at date: Date) throws -> Int64 {
        let number = try db.next()
        try db.execute(
            "INSERT INTO marking (seq, account_id, mark, marked_at, shown, items) VALUES (?, ?, ?, ?, ?, ?)",
            [number, db.account, mark.rawValue, date.milliseconds, shown, Self.text(items.sorted())])
        try db.execute(
            """
            DELETE FROM marking WHERE account_id = ?1 AND (marked_at < ?2
                OR seq NOT IN (SELECT seq FROM marking WHERE account_id = ?1 ORDER BY seq DESC LIMIT \(Self.limit)))
            """, [db.account, (date - Self.span).milliseconds])
        return number
    }

    /// Removes the first markings that are too old to be undone, of all accounts.
    static func prune(_ db: StoreTransaction, now: Date) throws {
        try db.execute(
            """
            DELETE FROM marking WHERE marked_at < ?
                AND seq IN (SELECT seq FROM marking ORDER BY seq LIMIT \(batch))
            """, [(now - span).milliseconds])
    }

    /// The number of shown items that a marking changed; nil if it can't be undone.
    func shown(_ number: Int64, at date: Date) throws -> Int? { try find(number, at: date)?.count(3) }

    /// Takes back what a marking changed and nothing has changed since. Undoing it again changes nothing.
    ///
    /// - Returns: the ids of the items that changed; nil if the account has no such marking, or if it is too old.
    func undo(_ number: Int64, at date: Date) throws -> [Int64]? {
        guard let row = try find(number, at: date) else { return nil }
        guard let mark = Mark(rawValue: try row.text(0)), let items = Self.ids(try row.text(2)) else {
            throw DamagedValue(column: "marking")
        }
        if items.isEmpty { return [] }
        try db.execute("UPDATE marking SET items = '' WHERE seq = ?", [number])
        let unchanged = try Self.batches(items).flatMap {
            try self.unchanged($0, since: number, mark, markedAt: try row.integer(1))
        }
        if mark == .read { return try ReadWatermark(db: db).makeUnread(unchanged, at: date) }
        return try unchanged.filter { try MarkWriter(db: db).mark($0, as: mark.inverse, at: date) }
    }

    private func find(_ number: Int64, at date: Date) throws -> SQLRow? {
        try db.row(
            "SELECT mark, marked_at, items, shown FROM marking WHERE seq = ? AND account_id = ? AND marked_at >= ?",
            [number, db.account, (date - Self.span).milliseconds])
    }

    /// The items that still have the mark of a marking.
    private func unchanged(
        _ items: ArraySlice<Int64>, since number: Int64, _ mark: Mark, markedAt date: Int64
    ) throws -> [Int64] {
        let isUnread = ReadState.condition("item.id", "?1")
        let condition =
            switch mark {
            case .read:
                // One of its feeds listed it before: what has happened to an item since has made it unread already.
                """
                NOT \(isUnread) AND \(ReadState.number) < \(number)
                    AND coalesce((SELECT min(seq) FROM listing WHERE item_id = item.id), 0) < \(number)
                """
            case .unread: isUnread
            case .saved: "mark.saved_at = \(date)"
            case .unsaved: "mark.saved_at IS NULL"
            }
        let sql = """
            SELECT item.id FROM item \(ReadState.mark(of: "item.id", "?1"))
            WHERE item.id IN \(SelectionStatement.list(Array(items))) AND \(condition) ORDER BY item.id
            """
        return try db.integers(sql, [db.account], isReused: false)
    }

    /// The keys of those of some items that lists show.
    func shownKeys(_ items: [Int64]) throws -> [ItemKey] {
        try Self.batches(items).flatMap { items in
            let sql = """
                SELECT item.scope, item.key FROM item \(ReadState.mark(of: "item.id", "?1"))
                WHERE item.id IN \(SelectionStatement.list(Array(items))) AND (mark.saved_at IS NOT NULL OR EXISTS (
                    SELECT 1 FROM listing WHERE listing.item_id = item.id AND listing.is_current = 1\(
                        MutedListings.leftOut(true, "?1"))))
                ORDER BY item.id
                """
            return try db.rows(sql, [db.account], isReused: false).map {
                ItemKey(scope: try $0.text(0), id: try $0.text(1))
            }
        }
    }

    static func batches(_ items: [Int64]) -> [ArraySlice<Int64>] {
        stride(from: 0, to: items.count, by: batch).map { items[$0..<min($0 + batch, items.count)] }
    }

    /// - Parameter ids: in ascending order.
    private static func text(_ ids: [Int64]) -> String {
        zip(ids, [0] + ids).map { String($0 - $1) }.joined(separator: ",")
    }

    /// Nil if the text isn't one that ``text(_:)`` returns.
    private static func ids(_ text: String) -> [Int64]? {
        var ids: [Int64] = []
        for part in text.split(separator: ",") {
            guard let step = Int64(part) else { return nil }
            let (id, overflows) = (ids.last ?? 0).addingReportingOverflow(step)
            if overflows { return nil }
            ids.append(id)
        }
        return ids
    }
}
