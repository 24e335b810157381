import GRDB
import Platform
import SQL

/// Moves the readable contents of a damaged store to a new file.
///
/// The ledger is not moved: with items missing, the next responses must be complete.
struct StoreRescue {
    let source: Database
    let target: Database
    let now: Date
    let options: FeedStore.Options

    /// Creates the file at `path` from a damaged one, if there is one. It must not exist.
    ///
    /// - Returns: a report of the moved rows. The new store is empty if nothing is readable.
    static func run(
        from damaged: String?, to path: String, at now: Date, _ configuration: Configuration,
        _ options: FeedStore.Options
    ) throws -> Rescue {
        var reading = configuration
        reading.readonly = true
        let source = open(damaged, reading)
        if case .outdated(let version)? = try source?.unsafeRead(SQLiteSchema.format) {
            throw FeedStoreError.outdated(path: damaged ?? "", found: version)
        }
        PrivateFiles.createFile(path)
        let target = try DatabaseQueue(path: path, configuration: configuration)
        let nothing = Rescue(incomplete: Set(Rescue.Part.allCases))
        try SQLiteSchema.update(target, path: path)
        guard let source else {
            try finish(target)
            return nothing
        }
        var rescue = nothing
        try source.unsafeRead { from in
            try target.write { rescue = try StoreRescue(source: from, target: $0, now: now, options: options).move() }
        }
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
    private static func open(_ path: String?, _ configuration: Configuration) -> DatabaseQueue? {
        guard let path else { return nil }
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") } == nil ? nil : queue
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

    /// Copies the readable rows of a table. Columns that an earlier version lacks get their default values.
    ///
    /// - Returns: true if every row was copied. Rows with values of a wrong type are not.
    func copy(_ table: StoreTable) throws -> Bool {
        let known = columns(of: table.name)
        let columns = table.columns.map(\.name).filter { known?.contains($0) ?? true }
        let list = columns.joined(separator: ", ")
        switch table.rescue {
        case .none: return true
        case .rows:
            return try insert(columns, into: table) { row in
                try DamagedTable(source, table.name, id: table.key[0]).read(list, row)
            }
        case .rowsForEach(let owner):
            let ids = try Int64.fetchAll(target, sql: "SELECT id FROM \(owner)")
            let number = table.key.first { $0 != "\(owner)_id" } ?? ""
            return try insert(columns, into: table) { row in
                try ids.reduce(true) { isWhole, id in
                    try DamagedTable(source, table.name, id: number, where: "\(owner)_id = \(id)").read(list, row)
                        && isWhole
                }
            }
        case .scan:
            return try insert(columns, into: table) { row in try readIndex("SELECT \(list) FROM \(table.name)", row) }
        }
    }

    /// Inserts the rows that `read` finds; the last values of each are those of the columns.
    ///
    /// - Returns: true if it found and inserted every row.
    private func insert(
        _ columns: [String], into table: StoreTable, _ read: ((SQLRow) throws -> Void) throws -> Bool
    ) throws -> Bool {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try target.makeStatement(
            sql: "INSERT OR IGNORE INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
        var isWhole = true
        return try read { row in
            do {
                try insert.execute(arguments: StatementArguments(row.values.suffix(columns.count).map(\.databaseValue)))
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
    /// - Returns: true if the whole index could be read.
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

/// A report of what was moved from a damaged store to the new one.
package struct Rescue: Sendable, Hashable, CustomStringConvertible {
    /// A part of a store's contents.
    package enum Part: String, Sendable, Hashable, CaseIterable {
        /// Followed feeds with their settings.
        case followedFeeds = "followed feeds"
        /// Saved items with their payloads.
        case savedItems = "saved items"
        /// Items that were read.
        case readMarks = "read marks"
        /// All items, and the feeds that list them.
        case items
        /// Rules, destinations and waiting notifications.
        case rules
    }

    /// The number of rescued rows of each part.
    package var rescued: [Part: Int]
    /// The parts of which rows are or may be lost.
    package var incomplete: Set<Part>

    /// Creates a report.
    package init(rescued: [Part: Int] = [:], incomplete: Set<Part> = []) {
        self.rescued = rescued
        self.incomplete = incomplete
    }

    /// One or two sentences: what was rescued, and what may be lost.
    package var description: String {
        let counts = Part.allCases.map { "\(self.rescued[$0] ?? 0) \($0.rawValue)" }
        let sentence = "Rescued: \(counts.joined(separator: ", "))."
        if incomplete.isEmpty { return sentence }
        let lost = Part.allCases.filter(incomplete.contains).map(\.rawValue)
        return sentence + " Some may be lost: \(lost.joined(separator: ", "))."
    }
}

extension SQLiteDatabase {
    /// Makes a new store beside the damaged one from its readable contents. Doesn't change the damaged file.
    func rescue(_ damage: Damage, at now: Date) throws -> Rescue {
        let path = StorePath.rescued(self.path)
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
        do {
            // SQLite would delete the log of an empty file.
            let source = damage.file.size > 1 ? self.path : nil
            return try StoreRescue.run(from: source, to: path, at: now, configuration, options)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_FULL: throw error  // nothing changes until there is space
            default: throw FeedStoreError.damaged(path: self.path, cause: damage.cause)
            }
        }
    }

    /// Finishes a rescue that was interrupted between moving the damaged file away and putting the new one in place.
    func finishRescue() {
        guard FileStatus(path) == nil, FileStatus(StorePath.rescued(path)) != nil else { return }
        // SQLite would write the log of the damaged file into the new one.
        for suffix in ["-wal", "-shm"] where FileStatus(path + suffix) != nil {
            let damaged = StorePath.lastDamaged(path) ?? StorePath.damaged(path, at: Date())
            guard rename(path + suffix, damaged + suffix) == 0 else { return }
        }
        rename(StorePath.rescued(path), path)
    }
}
