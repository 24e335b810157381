import GRDB
import SQL
import Platform

/// Moves the readable contents of a damaged store to a new file.
///
/// The ledger is not moved: with items missing, the next responses must be complete.
struct StoreRescue {
    let source: Database
    let target: Database
    let now: Date
    let options: SQLFeedStore.Options

    /// Creates the file at `path` from a damaged one, if there is one. It must not exist.
    ///
    /// - Returns: what was moved. The new store is empty if nothing is readable.
    static func run(
        from damaged: String?, to path: String, at now: Date, _ configuration: Configuration,
        _ options: SQLFeedStore.Options
    ) throws -> Rescue {
        var reading = configuration
        reading.readonly = true
        PrivateFiles.createFile(path)
        let target = try DatabaseQueue(path: path, configuration: configuration)
        let nothing = Rescue(incomplete: Set(Rescue.Part.allCases))
        guard let (source, version) = open(damaged, reading) else {
            try Schema.migrate(target)
            try finish(target)
            return nothing
        }
        let isOlder = version < 7
        // Version 1 and 2 have the same tables but for those that version 2 added; so have 3 to 6, and 7 and later ones.
        try Schema.migrate(target, upTo: isOlder ? version < 3 ? "2" : "6" : nil)
        var rescue = nothing
        try source.unsafeRead { from in
            try target.writeWithoutTransaction { to in
                try to.inTransaction {
                    let work = StoreRescue(source: from, target: to, now: now, options: options)
                    rescue = try isOlder ? work.moveOlder(version) : work.move()
                    return .commit
                }
            }
        }
        if isOlder { try Schema.migrate(target) }
        rescue.rescued = try target.read { try counts(SQLiteConnection($0)) }
        try finish(target)
        return rescue
    }

    /// Changes the file to WAL before others can open it: SQLite doesn't wait for a lock there.
    private static func finish(_ target: DatabaseQueue) throws {
        try target.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try target.close()
    }

    /// Nil if SQLite can't read even the first page.
    private static func open(_ path: String?, _ configuration: Configuration) -> (DatabaseQueue, version: Int)? {
        guard let path else { return nil }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let version = try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            return version.map { (queue, $0) }
        } catch {
            return nil
        }
    }

    private static func counts(_ db: any SQLConnection) throws -> [Rescue.Part: Int] {
        [
            .followedFeeds: try db.count("SELECT count(*) FROM followed"),
            .savedItems: try db.count("SELECT count(*) FROM mark WHERE saved_at IS NOT NULL"),
            .readMarks: try db.count(
                "SELECT count(*) FROM item \(ReadState.mark(of: "item.id", "1")) WHERE NOT \(ReadState.condition("item.id", "1"))"
            ),
            .items: try db.count("SELECT count(*) FROM content"),
            .rules: try db.count("SELECT count(*) FROM rule"),
        ]
    }

    /// Copies the rows of a table. Columns that an earlier version lacks get their default values.
    ///
    /// - Returns: whether every row was copied. Rows with values of a wrong type are not.
    func copy(_ table: String, where condition: String = "TRUE", id: String = "id") throws -> Bool {
        let known = columns(of: table)
        let names = try target.columns(in: table).map(\.name).filter { $0 != id && known?.contains($0) ?? true }
        let columns = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = Array(repeating: "?", count: names.count + 1).joined(separator: ", ")
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO \(table) (\(id), \(columns)) VALUES (\(marks))")
        var isWhole = true
        let source = DamagedTable(self.source, table, id: id, where: condition)
        return try source.read(columns) { row in
            do {
                try insert.execute(arguments: StatementArguments(row.values.map(\.databaseValue)))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                isWhole = false
            }
        } && isWhole
    }

    /// The columns of a table in the damaged file; nil if they can't be read.
    func columns(of table: String) -> Set<String>? {
        do { return Set(try source.columns(in: table).map(\.name)) } catch { return nil }
    }

    /// Reads the rows of an index, which duplicates its columns.
    ///
    /// - Returns: whether the whole index could be read.
    func readIndex(_ sql: String, _ body: (SQLRow) throws -> Void) throws -> Bool {
        let rows: [Row]
        do {
            rows = try Row.fetchAll(source, sql: sql)
        } catch {
            return false
        }
        for row in rows { try body(SQLRow(row)) }
        return true
    }
}
