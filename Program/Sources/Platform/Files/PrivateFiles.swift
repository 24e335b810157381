/// Files and folders that only their owner can read.
package enum PrivateFiles {
    /// Creates a folder and those above it that are missing, for their owner only. Existing folders stay as they are.
    package static func createFolder(_ path: String) throws {
        var missing: [String] = []
        var folder = path
        while folder.count > 1, folder.last == "/" { folder.removeLast() }
        while FileStatus(folder) == nil, !missing.contains(folder) {
            missing.append(folder)
            folder = PathName.folder(of: folder)
        }
        if missing.isEmpty { return }
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for folder in missing { restrict(folder) }
    }

    /// Removes other users' permissions on a file or folder. Returns whether there were any.
    ///
    /// False too where that can't be changed: the file belongs to another user, or the file system has no rights.
    @discardableResult
    package static func restrict(_ path: String) -> Bool {
        guard let mode = sharedMode(of: path) else { return false }
        return chmod(path, mode & ~0o077) == 0 && sharedMode(of: path) == nil
    }

    /// Creates an empty file for its owner only, unless there is one.
    ///
    /// SQLite gives its `-wal` and `-shm` files the rights of the database.
    package static func createFile(_ path: String) {
        // An existing file isn't opened: closing it would drop SQLite's locks.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// The mode of a file of this user that others have rights to.
    private static func sharedMode(of path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK, status.st_mode & 0o077 != 0,
            status.st_uid == geteuid()
        else { return nil }
        return status.st_mode & 0o7777
    }
}
