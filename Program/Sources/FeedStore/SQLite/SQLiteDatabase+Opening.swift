import GRDB
import Platform
import SQL
import WebText

extension SQLiteDatabase {
    /// Opens the file for reading if it has this version; otherwise creates or migrates it.
    func open() throws -> Opened {
        try locked(.shared, openExisting) ?? make()
    }

    /// Nil if there is no store, or an older one.
    private func openExisting() throws -> Opened? {
        guard let file = FileStatus(path) else { return nil }
        if file.isFolder {
            throw FeedStoreError.cannotOpen(path: path, cause: OpeningObstacle.cause(at: path) ?? "a folder")
        }
        if file.size <= 1, (FileStatus(StorePath.wal(path))?.size ?? 0) > 0 {
            // SQLite would treat the file as new and delete the log, which may contain all data.
            throw Damage(file: file, cause: "the file is empty, but its -wal file is not")
        }
        do {
            let opened = try openReader(file)
            // Without a transaction: the migration checks again.
            return try opened.reader.unsafeRead(isCurrent) ? opened : nil
        } catch {
            throw Damage(error, in: file) ?? error
        }
    }

    private func isCurrent(_ db: Database) throws -> Bool {
        let format = try SQLiteSchema.format(of: db)
        if let refusal = format.refusal(path: path) { throw refusal }
        return if case .current = format { true } else { false }
    }

    /// Opens the file for writing; creates it if it doesn't exist.
    func openPool() throws -> DatabasePool {
        var configuration = self.configuration
        if let size = options.maximumSize {
            configuration.prepareDatabase { db in
                let pages = max(1, size / (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096))
                if !db.configuration.readonly { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
            }
        }
        PrivateFiles.createFile(path)
        do {
            return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && FileStatus(path) != nil {
            // The file was readable, so the folder isn't writable.
            throw FeedStoreError.readOnly(path: path)
        }
    }

    var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "FeedStore"
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(options.busyTimeout)
        configuration.prepareDatabase { db in
            db.add(function: TextDelta.function)
            db.add(function: DistanceFunction.function)
            db.add(function: WordsFunction.function)
            db.add(function: JoinFunction.function)
            db.add(function: IndexedText.function)
            // The view `document` calls `feed_text` and `indexed_text`.
            try db.execute(sql: "PRAGMA trusted_schema = ON")
        }
        return configuration
    }

    /// Creates or migrates the store, in one process at a time.
    private func make() throws -> Opened {
        let folder = PathName.folder(of: path)
        if FileStatus(folder) == nil {
            do {
                try PrivateFiles.createFolder(folder)
            } catch {
                throw FeedStoreError.cannotOpen(
                    path: path,
                    cause: OpeningObstacle.cause(at: path) ?? SystemProblem(error)?.description ?? "\(error)")
            }
        }
        return try locked(.exclusive) {
            finishRescue()
            do {
                let pool = try openPool()
                if try !pool.read(isCurrent) { report(try SQLiteSchema.update(pool, path: path)) }
                guard let file = FileStatus(path) else { throw FileReplaced() }
                return Opened(reader: pool, writer: pool, file: file)
            } catch {
                throw FileStatus(path).flatMap { Damage(error, in: $0) } ?? error
            }
        }
    }

    /// Opens a single read-only connection, at half the cost of a pool.
    func openReader(_ file: FileStatus) throws -> Opened {
        var configuration = self.configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return Opened(reader: queue, writer: nil, file: file)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL:
                // SQLite can't write its index beside the file. Without a log the file is complete by itself, and can be
                // read as immutable.
                guard (FileStatus(StorePath.wal(path))?.size ?? 0) == 0,
                    let queue = try readUnchanging(configuration)
                else { throw error }
                return Opened(reader: queue, writer: nil, file: file, isLasting: false)
            default:
                throw error
            }
        }
    }

    /// Nil if this fails too, such as when SQLite was built without URI file names.
    private func readUnchanging(_ configuration: Configuration) throws -> DatabaseQueue? {
        let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        do {
            return try DatabaseQueue(path: address, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            return nil
        }
    }
}

/// Creates and migrates the tables of ``Schema`` in a file.
enum SQLiteSchema {
    static func format(of db: Database) throws -> Schema.Format {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID else {
            let tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
            return try version == 0 && Int.fetchOne(db, sql: tables) == 0 ? .empty : .foreign
        }
        return Schema.Format(version: version, in: .sqlite) { Schema.requiredProgram(of: SQLiteConnection(db)) }
    }

    /// Creates the tables, or migrates those of an earlier version, in one transaction. Returns what is to be reported.
    @discardableResult
    static func update(_ database: some DatabaseWriter, path: String) throws -> [StoreNotice] {
        try database.write { db in
            let connection = SQLiteConnection(db)
            guard
                let notices = try Schema.update(connection, from: format(of: db), .sqlite, FTS5Search(), path: path)
            else { return [] }
            try db.execute(
                sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
            return notices
        }
    }
}
