import GRDB
import Platform
import SQL
import WebText

extension StoreRescue {
    /// Moves what is readable of each table, and restores from indexes what isn't.
    func move() throws -> Rescue {
        var rescue = Rescue()
        let first = try Row.fetchOne(target, sql: "SELECT name, created_at FROM account")
        try target.execute(sql: "DELETE FROM account")
        for table in StoreTable.all {
            let isWhole = try copy(table)
            if table.name == "account" { try keepFirstAccount(first) }
            if table.name == "reading" { try keepFeedsVisible() }
            if isWhole { continue }
            if let part = table.part { rescue.incomplete.insert(part) }
            switch table.name {
            case "followed": try moveFollowedByIndex()
            case "feed": try moveFeedsByIndex()
            case "item": try moveItemsByIndex()
            case "mark": rescue.incomplete.formUnion(try moveMarksByIndexes())
            case "listing": try moveListingsByIndex()
            default: break
            }
        }
        // What a feed was read through may be lost, so each mark of a read item counts.
        try target.execute(
            sql: "UPDATE mark SET \(ReadState.toggleException) WHERE \(ReadState.isRedundantRead)")
        if try removeItemsWithoutContent() > 0 { rescue.incomplete.insert(.savedItems) }
        try target.execute(sql: Schema.checkUnlisted)
        try moveSequence()
        try write { db in
            for account in try db.integers("SELECT DISTINCT account_id FROM rule") {
                let application = RuleApplication(db: db.of(account))
                try application.begin(at: now)
                _ = try application.step(limit: 500, until: nil, at: now)
            }
            try SearchIndex(db: db).queueAll()
        }
        return rescue
    }

    /// Gives the store a first account, who is an administrator, if the damaged file's can't be read.
    private func keepFirstAccount(_ new: Row?) throws {
        if let name: String = new?["name"], let created: Int64 = new?["created_at"] {
            try target.execute(
                sql: "INSERT INTO account (id, name, created_at) VALUES (1, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [name, created])
        }
        try target.execute(sql: "UPDATE account SET is_administrator = 1 WHERE id = 1")
    }

    /// Records a visit by the first account of each feed without an account's row, so that the account may see it.
    private func keepFeedsVisible() throws {
        try target.execute(
            sql: """
                INSERT INTO reading (account_id, feed_id, visited_at) SELECT 1, id, ? FROM feed
                WHERE NOT EXISTS (SELECT 1 FROM reading WHERE feed_id = feed.id)
                """, arguments: [now.milliseconds])
    }

    private func write<T>(_ body: (StoreTransaction) throws -> T) throws -> T {
        try body(
            StoreTransaction(
                SQLiteConnection(target), options, FTS5Search(), SQLiteLocks(), StoryKeeper(), .copy,
                account: Account.first))
    }

    /// Continues above all numbers that are in use.
    private func moveSequence() throws {
        var numbers = ["SELECT value FROM sequence"]
        for (table, column) in [
            ("item", "id"), ("feed", "id"), ("listing", "seq"), ("mark", "seq"), ("reading", "read_through"),
            ("followed", "id"),
        ] {
            numbers.append("SELECT max(\(column)) FROM \(table)")
        }
        let highest = try numbers.compactMap { try Int64.fetchOne(target, sql: $0) }.max() ?? 0
        // If it is damaged, the numbers in the rows suffice.
        let known = try? Int64.fetchOne(source, sql: "SELECT value FROM sequence")
        try target.execute(sql: "UPDATE sequence SET value = ?", arguments: [max(highest, known ?? 0) + 1])
    }

    /// Names and folders are lost.
    private func moveFollowedByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO followed (feed, path, account_id, since, is_primed) VALUES (?1, ?1, ?2, ?3, 1)")
        _ = try readIndex("SELECT feed, account_id FROM followed INDEXED BY sqlite_autoindex_followed_1") { row in
            try insert.execute(arguments: [try row.text(0), try row.integer(1), now.milliseconds])
        }
    }

    private func moveFeedsByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO feed (id, key, is_discussion) VALUES (?, ?, ?)")
        _ = try readIndex("SELECT id, key FROM feed INDEXED BY sqlite_autoindex_feed_1") { row in
            let key = try row.text(1)
            try insert.execute(arguments: [try row.integer(0), key, options.isDiscussion(FeedKey(key))])
        }
    }

    private func moveItemsByIndex() throws {
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO item (id, scope, key, first_seen_at) VALUES (?, ?, ?, ?)")
        _ = try readIndex("SELECT id, scope, key FROM item INDEXED BY sqlite_autoindex_item_1") { row in
            try insert.execute(
                arguments: [try row.integer(0), try row.text(1), try row.text(2), now.milliseconds])
        }
    }

    /// The indexes have when items were read and saved.
    ///
    /// - Returns: the parts that may be lost.
    private func moveMarksByIndexes() throws -> Set<Rescue.Part> {
        func move(_ column: String, _ index: String) throws -> Bool {
            let insert = try target.makeStatement(
                sql: """
                    INSERT INTO mark (item_id, account_id, \(column), seq) VALUES (?, ?, ?, ?)
                    ON CONFLICT (item_id, account_id) DO UPDATE SET \(column) = coalesce(\(column), excluded.\(column))
                    """)
            return try readIndex(
                "SELECT item_id, account_id, \(column) FROM mark INDEXED BY \(index) WHERE \(column) IS NOT NULL"
            ) { row in
                let item = try row.integer(0)
                try insert.execute(
                    arguments: [item, try row.integer(1), try row.integer(2), column == "read_at" ? item : 0])
            }
        }
        var lost: Set<Rescue.Part> = []
        if try !move("read_at", "mark_read") { lost.insert(.readMarks) }
        if try !move("saved_at", "mark_saved") { lost.insert(.savedItems) }
        return lost
    }

    /// Ranks are lost.
    private func moveListingsByIndex() throws {
        let insert = try target.makeStatement(
            sql: """
                INSERT OR IGNORE INTO listing (feed_id, item_id, seq, date, rank, age, is_current, is_shared)
                SELECT ?, id, id, date, \(Schema.unranked), max(first_seen_at, \(Schema.time)), 1, 1
                FROM item WHERE id = ?
                """)
        _ = try readIndex("SELECT feed_id, item_id FROM listing INDEXED BY listing_item") { row in
            try insert.execute(arguments: [try row.integer(0), try row.integer(1)])
        }
    }

    /// An item keeps its row without content: it is still read if it arrives again, but is neither listed nor saved, and has no labels.
    ///
    /// - Returns: the number of lost saved items.
    private func removeItemsWithoutContent() throws -> Int {
        try target.execute(sql: "DELETE FROM listing WHERE item_id NOT IN (SELECT item_id FROM content)")
        try target.execute(sql: "DELETE FROM content WHERE item_id NOT IN (SELECT id FROM item)")
        try target.execute(sql: "DELETE FROM item_label WHERE item_id NOT IN (SELECT item_id FROM content)")
        let labels = target.changesCount
        try target.execute(
            sql: """
                UPDATE mark SET saved_at = NULL
                WHERE saved_at IS NOT NULL AND item_id NOT IN (SELECT item_id FROM content)
                """)
        return labels + target.changesCount
    }
}

/// A table of a damaged file, read row by row in the order of an integer column, skipping damage.
struct DamagedTable {
    let db: Database
    /// The table, with a condition if only a part of it is read.
    let source: String
    /// The column that orders the rows; its values are unique.
    let id: String

    init(_ db: Database, _ table: String, id: String = "id", where condition: String = "TRUE") {
        self.db = db
        self.id = id
        source = "\(table) WHERE (\(condition))"
    }

    /// Calls `body` with the columns of each readable row; the first is `id`.
    ///
    /// - Returns: true if every row could be read. Errors that `body` throws are thrown on.
    func read(_ columns: String, _ body: (SQLRow) throws -> Void) throws -> Bool {
        var last: Int64 = 0
        var isWhole = true
        while true {
            switch try readOn(columns, after: &last, body) {
            case .success: return isWhole
            case .failure: isWhole = false
            }
            guard let next = firstReadable(after: last) else { return false }
            last = next
        }
    }

    /// Reads until the end or the next unreadable row.
    private func readOn(
        _ columns: String, after last: inout Int64, _ body: (SQLRow) throws -> Void
    ) throws -> Result<Void, any Error> {
        let sql = "SELECT \(id), \(columns) FROM \(source) AND \(id) > ? ORDER BY \(id)"
        let cursor: RowCursor
        do {
            cursor = try Row.fetchCursor(db, sql: sql, arguments: [last])
        } catch {
            return .failure(error)
        }
        while true {
            let columns: SQLRow
            do {
                guard let row = try cursor.next() else { return .success(()) }
                columns = SQLRow(row)
                let next = try columns.integer(0)
                // Damaged pages can yield rows in any order.
                guard next > last else { throw DamagedValue(column: id) }
                last = next
            } catch {
                return .failure(error)
            }
            try body(columns)
        }
    }

    /// The largest id before the next readable row; nil if no such row exists.
    ///
    /// The first unreadable row follows `last`. If it can be found, only its values are damaged, and it is skipped.
    private func firstReadable(after last: Int64) -> Int64? {
        if case .success(let row) = seek(after: last) { return row }
        var bad = last, step: Int64 = 1
        var good: Int64?
        while good == nil {
            let (place, overflow) = bad.addingReportingOverflow(step)
            if overflow || step > 1 << 40 { return nil }
            if case .success = seek(after: place) { good = place } else { (bad, step) = (place, step * 2) }
        }
        guard var good else { return nil }
        while good - bad > 1 {
            let middle = bad + (good - bad) / 2
            if case .success = seek(after: middle) { good = middle } else { bad = middle }
        }
        return good
    }

    /// The id of the first row after a position; nil at the end.
    private func seek(after place: Int64) -> Result<Int64?, any Error> {
        Result {
            let sql = "SELECT \(id) FROM \(source) AND \(id) > ? ORDER BY \(id) LIMIT 1"
            return try Row.fetchOne(db, sql: sql, arguments: [place]).map { try SQLRow($0).integer(0) }
        }
    }
}
