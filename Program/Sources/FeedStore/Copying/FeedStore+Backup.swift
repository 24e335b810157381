import GRDB
import Platform
import SQL

extension FeedStore {
    /// Writes a consistent copy of the store into a file, while other threads and processes read and write the store.
    ///
    /// The file is a store, which only its owner can read. It is written beside its name, checked (SQLite's integrity check, and
    /// the number of rows of each table), and renamed; an interrupted backup leaves no file of that name. Commits after the
    /// beginning aren't in it. From PostgreSQL, the full-text index isn't in it either: the first search makes it.
    ///
    /// Throws ``BackupError`` or ``FeedStoreError``.
    /// - Parameters:
    ///   - replaces: whether a present file is replaced.
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
