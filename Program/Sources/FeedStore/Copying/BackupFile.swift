import GRDB
import Platform
import SQL
import WebText

extension FeedStore {
    /// Writes a consistent copy of the store into a file, while other threads and processes read and write the store.
    ///
    /// The file is a store, which only its owner can read. It is written beside its name, checked (SQLite's integrity check, and
    /// the number of rows of each table), and renamed; an interrupted backup leaves no file of that name. Commits after the
    /// beginning aren't in it. From PostgreSQL, the full-text index isn't in it either: the first search makes it.
    ///
    /// Throws ``BackupError`` or ``FeedStoreError``.
    /// - Parameters:
    ///   - replaces: true to replace a present file.
    ///   - progress: called with the done part, from 0 to 1.
    @discardableResult
    package func backUp(
        to path: String, replacing replaces: Bool = false, progress: @escaping (Double) -> Void = { _ in }
    ) throws -> StoreCopy {
        let start = ContinuousClock.now
        let file = try BackupFile(path, replaces: replaces)
        defer { file.removePartial() }
        let configuration = SQLiteDatabase(path: file.partial, options: database.options).configuration
        var copy =
            try database is SQLiteDatabase
            ? copyPages(to: file, configuration, progress) : copyRows(to: file, progress)
        copy.bytes = try file.finish(copy, configuration)
        copy.seconds = (ContinuousClock.now - start).seconds
        return copy
    }

    /// The number of pages in one step of the progress.
    private static let pages: CInt = 1_000

    private func copyPages(
        to file: BackupFile, _ configuration: Configuration, _ progress: @escaping (Double) -> Void
    ) throws -> StoreCopy {
        var copy = StoreCopy()
        try read { source in
            guard let db = (source.connection as? SQLiteConnection)?.db else { return }
            copy = StoreCopy()
            // The first statement begins the snapshot that is copied.
            for table in StoreTable.all where table.isCopied {
                copy.add(table, try source.count("SELECT count(*) FROM \(table.name)"))
            }
            try file.create()
            do {
                let target = try DatabaseQueue(path: file.partial, configuration: configuration)
                try target.writeWithoutTransaction { target in
                    try db.backup(to: target, pagesPerStep: Self.pages) { step in
                        progress(Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
                    }
                }
                try target.close()
            } catch let error as DatabaseError
                where [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
            {
                throw BackupError.notWritable(path: file.path, cause: error.message ?? "\(error)")
            }
        }
        return copy
    }

    private func copyRows(to file: BackupFile, _ progress: (Double) -> Void) throws -> StoreCopy {
        try file.create()
        let target = try FeedStore(at: URL(fileURLWithPath: file.partial), options: database.options)
        var done = 0
        let copy = try copy(to: target) { _, _ in
            done += 1
            progress(Double(done) / Double(StoreTable.all.count(where: \.isCopied)))
        }
        try target.close()
        return copy
    }
}

/// The file of a backup, which is written beside its name, checked, and renamed.
struct BackupFile {
    let path: String
    private let replaces: Bool
    /// The name while it is written.
    let partial: String

    /// Throws ``BackupError`` if the file can't be there.
    init(_ path: String, replaces: Bool) throws {
        self.path = path
        self.replaces = replaces
        partial = "\(path).partial-\(getpid())"
        let folder = PathName.folder(of: path)
        guard FileStatus(folder)?.isFolder == true else {
            throw BackupError.notWritable(path: path, cause: "there is no folder \(folder)")
        }
        guard let known = FileStatus(path) else { return }
        if known.isFolder { throw BackupError.notWritable(path: path, cause: "it is a folder") }
        if !replaces { throw BackupError.exists(path: path) }
    }

    /// Creates the partial file for its owner only.
    func create() throws {
        removePartial()
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw notWritable(errno) }
        close(descriptor)
    }

    /// Removes the partial file, if there is one.
    func removePartial() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(partial + suffix) }
    }

    /// Checks the partial file and gives it its name. Returns its size in bytes.
    func finish(_ copy: StoreCopy, _ configuration: Configuration) throws -> Int {
        do {
            try check(copy, configuration)
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_FULL { throw BackupError.notWritable(path: path, cause: "the disk is full") }
            throw BackupError.differs(path: path, cause: error.message ?? "\(error)")
        }
        try synchronize(partial)
        if replaces {
            guard rename(partial, path) == 0 else { throw notWritable(errno) }
        } else if link(partial, path) == 0 {
            unlink(partial)
        } else if errno == EEXIST {
            throw BackupError.exists(path: path)
        } else {
            // A file system without links.
            guard FileStatus(path) == nil else { throw BackupError.exists(path: path) }
            guard rename(partial, path) == 0 else { throw notWritable(errno) }
        }
        try synchronize(PathName.folder(of: path))
        return FileStatus(path)?.size ?? 0
    }

    private func check(_ copy: StoreCopy, _ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: partial, configuration: configuration)
        let problem: String? = try queue.read { db in
            let result = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "no result"
            if result != "ok" { return result }
            let connection = SQLiteConnection(db)
            for table in copy.tables {
                let count = try connection.count("SELECT count(*) FROM \(table.name)")
                if count != table.count { return "\(table.name) has \(count) rows instead of \(table.count)" }
            }
            return nil
        }
        // A store's file is in this mode before others open it: SQLite doesn't wait for a lock there. Closing leaves one file.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
        if let problem { throw BackupError.differs(path: path, cause: problem) }
    }

    /// Waits until the disk has a file or folder.
    private func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw notWritable(errno) }
        defer { close(descriptor) }
        // Some file systems can't for folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw notWritable(errno) }
    }

    private func notWritable(_ code: Int32) -> BackupError {
        .notWritable(path: path, cause: String(cString: strerror(code)))
    }
}

/// A reason why a backup failed, besides ``FeedStoreError``. The description includes the remedy.
package enum BackupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is a file already, which stays as it was.
    case exists(path: String)
    /// The file can't be written.
    case notWritable(path: String, cause: String)
    /// The written file isn't what it should be. It was removed.
    case differs(path: String, cause: String)

    /// The problem and the remedy, in one or two sentences.
    package var description: String {
        switch self {
        case .exists(let path):
            "\(path) exists already, and was left as it is. Choose another name, or use --overwrite to replace it."
        case .notWritable(let path, let cause):
            "The backup \(path) can't be written (\(cause)). Choose another file, or free some space."
        case .differs(let path, let cause):
            "The backup \(path) was written, but failed its check (\(cause)), and was removed. Check the disk, and try again."
        }
    }
}
