import GRDB
import SQL
import Platform
import Synchronization

/// A store's file. It is opened for reading first, for writing at the first write, and again if the file is
/// damaged or another process has replaced it.
final class SQLiteDatabase: StoreDatabase {
    /// Connections to one and the same file.
    struct Opened: Sendable {
        let reader: any DatabaseReader
        let writer: DatabasePool?
        let file: FileStatus
        /// False if the connection doesn't see changes by other processes.
        var isLasting = true
    }

    private struct State {
        var opened: Opened?
        var notices: [StoreNotice] = []
        /// The tables with skipped rows.
        var skipped: Set<String> = []
        /// The number of files that were opened.
        var files = 0
        var isClosed = false
    }

    let path: String
    var name: String { path }
    let options: FeedStore.Options
    let fullText: any FullTextSearch = FTS5Search()
    let locks: any WriterLocks = SQLiteLocks()
    let stories = StoryKeeper()
    private let state = Mutex(State())
    private let counter = StoreActivity()
    private let changes = SQLiteChanges()

    init(path: String, options: FeedStore.Options) {
        self.path = path
        self.options = options
    }

    var activity: StoreActivityCounts { counter.counts(.sqlite) }

    var notices: [StoreNotice] { state.withLock { $0.notices } }

    /// Adds a notice for the first unreadable row of each table.
    func skipRow(of table: String) {
        state.withLock { state in
            guard state.skipped.insert(table).inserted else { return }
            state.notices.append(.rowsSkipped(path: path, table: table, at: Date()))
        }
    }

    func report(_ notices: [StoreNotice]) { state.withLock { $0.notices += notices } }

    /// Reads in one transaction.
    ///
    /// A damaged file is set aside, and `body` runs again on the new one.
    func read(isLong: Bool, _ body: (any SQLConnection) throws -> Void) throws {
        try perform { try $0.reader.read { db in try Self.run { try body(SQLiteConnection(db)) } } }
    }

    /// Writes in one transaction that holds SQLite's write lock from its start and is rolled back on an error.
    func write(_ scope: WriteScope, _ body: (any SQLConnection) throws -> Void) throws {
        try perform { try self.writer(for: $0).write { db in try Self.run { try body(SQLiteConnection(db)) } } }
    }

    /// An error of a body that isn't the database's, which is thrown unchanged.
    private struct BodyError: Error {
        let error: any Error
    }

    private static func run(_ body: () throws -> Void) throws {
        do { try body() } catch {
            throw error is DatabaseError || error is DamagedValue || error is FeedStoreError
                ? error : BodyError(error: error)
        }
    }

    /// A writer excludes all others.
    func claim(_ endpoint: Endpoint, _ body: (any SQLConnection) throws -> Claim) throws -> Claim? {
        var claim: Claim?
        try write(.rows) { claim = try body($0) }
        return claim
    }

    var announcesChanges: Bool { false }

    func note(_ committed: CommittedChanges) { changes.note(committed, offset: changeNumberOffset) }

    func hasPendingChanges(of account: Account.ID) -> Bool { changes.hasPending(of: account) }

    func waitForChanges(atMost seconds: Double) -> StoreChanges {
        // A number that can't be read is read at the next check.
        changes.wait(atMost: seconds) { do { return try changeNumber(for: Account.first) } catch { return nil } }
    }

    /// SQLite notes the highest id of each table that has them.
    func finishCopy(_ db: any SQLConnection) {}

    /// Opens the file to report errors early.
    func prepare() throws {
        try perform { _ in }
    }

    /// The number of the last change, above those of files that were replaced.
    func changeNumber(for account: Account.ID?) throws -> Int {
        var sequence = 0
        try read { sequence = try $0.count("SELECT value FROM sequence") }
        return sequence + changeNumberOffset
    }

    private var changeNumberOffset: Int { state.withLock { $0.files } << 40 }

    func close() throws {
        let opened = state.withLock { state in
            state.isClosed = true
            return state.opened.take()
        }
        changes.close()
        do {
            opened?.writer?.releaseMemory()
            try opened?.reader.close()
        } catch {
            throw FeedStoreError(error, path: path, busyTimeout: options.busyTimeout)
        }
    }

    private func perform<T>(_ work: (Opened) throws -> T) throws -> T { try counter.count { try retrying(work) } }

    private func retrying<T>(_ work: (Opened) throws -> T) throws -> T {
        do {
            var hasSetAside = false, hasRebuilt = false, mustRebuild = false
            for _ in 0..<5 {
                do {
                    if mustRebuild {
                        mustRebuild = false
                        try rebuildSearchIndex()
                    }
                    return try attempt(work)
                } catch let damage as Damage where !hasSetAside {
                    hasSetAside = try setAside(damage)
                } catch let error as DatabaseError
                    where error.extendedResultCode == .SQLITE_CORRUPT_VTAB && !hasRebuilt
                {
                    (hasRebuilt, mustRebuild) = (true, true)
                } catch is FileReplaced {
                    // The next attempt opens the new file.
                }
            }
            throw FileReplaced()
        } catch let error as BodyError {
            throw error.error
        } catch {
            throw FeedStoreError(error, path: path, busyTimeout: options.busyTimeout)
        }
    }

    /// Rebuilds the search index from the intact items. An index that can't be dropped counts as damage.
    private func rebuildSearchIndex() throws {
        try attempt { opened in
            do {
                try self.writer(for: opened).write {
                    try SearchIndex(
                        db: StoreTransaction(
                            SQLiteConnection($0), options, fullText, locks, stories, .maintenance,
                            account: Account.first)
                    ).rebuild()
                }
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
                throw Damage(file: opened.file, cause: error.message ?? "its search index is damaged")
            }
        }
    }

    private func attempt<T>(_ work: (Opened) throws -> T) throws -> T {
        let opened = try current()
        do {
            return try work(opened)
        } catch {
            if error is DatabaseError, !opened.file.isSame(as: FileStatus(path)) { throw FileReplaced() }
            throw Damage(error, in: opened.file) ?? error
        }
    }

    private func current() throws -> Opened {
        let known = try state.withLock { state in
            if state.isClosed { throw FeedStoreError.closed(path: path) }
            return state.opened
        }
        if let known, known.file.isSame(as: FileStatus(path)) { return known }
        return install(try open())
    }

    private func writer(for opened: Opened) throws -> DatabasePool {
        if let writer = opened.writer { return writer }
        let pool = try locked(.shared) {
            guard opened.file.isSame(as: FileStatus(path)) else { throw FileReplaced() }
            return try openPool()
        }
        return install(Opened(reader: pool, writer: pool, file: opened.file)).writer ?? pool
    }

    /// If two threads opened the same file, the first connection with the needed access is kept.
    private func install(_ opened: Opened) -> Opened {
        guard opened.isLasting else { return opened }
        let (kept, dropped) = state.withLock { state -> (Opened, Opened?) in
            if state.isClosed { return (opened, nil) }
            let canDoLess = state.opened?.writer == nil && opened.writer != nil
            if let known = state.opened, known.file.isSame(as: opened.file), !canDoLess { return (known, opened) }
            if !(state.opened?.file.isSame(as: opened.file) ?? false) { state.files += 1 }
            defer { state.opened = opened }
            return (opened, state.opened)
        }
        _ = dropped  // its connections close here, outside the lock
        return kept
    }

    /// Renames the damaged file and replaces it with a new one that has its readable contents.
    ///
    /// - Returns: false if another process did so first.
    private func setAside(_ damage: Damage) throws -> Bool {
        let dropped = state.withLock { $0.opened.take() }
        _ = dropped  // closes here, outside the lock
        return try locked(.exclusive) {
            guard damage.file.isSame(as: FileStatus(path)) else { return false }
            let now = Date()
            let name = StorePath.damaged(path, at: now)
            let rescue = try rescue(damage, at: now)
            for suffix in ["", "-wal", "-shm"] where FileStatus(path + suffix) != nil {
                guard rename(path + suffix, name + suffix) == 0 else {
                    throw FeedStoreError.damaged(path: path, cause: damage.cause)
                }
            }
            guard rename(StorePath.rescued(path), path) == 0 else {
                throw FeedStoreError.damaged(path: path, cause: damage.cause)
            }
            let notice = StoreNotice.damagedStoreSetAside(
                path: path, keptAs: name, cause: damage.cause, at: now, rescue: rescue)
            state.withLock { $0.notices.append(notice) }
            return true
        }
    }

    func locked<T>(_ mode: FolderLock.Mode, _ body: () throws -> T) throws -> T {
        try FolderLock.held(mode, on: PathName.folder(of: path), timeout: options.busyTimeout, body)
    }
}
