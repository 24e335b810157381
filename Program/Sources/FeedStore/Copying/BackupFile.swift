import GRDB
import Platform
import SQL
import WebText

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
