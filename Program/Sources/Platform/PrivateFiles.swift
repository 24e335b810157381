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

    /// Removes other users' permissions on a file or folder. Returns true if there were any.
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

/// Identifies the file at a path.
///
/// Doesn't open the file: closing it would release SQLite's locks on it.
package struct FileStatus: Sendable, Hashable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    package let isFolder: Bool
    package let isSocket: Bool
    /// The time of the last write, in nanoseconds since 1970.
    package let modifiedAt: Int

    /// Reads the status; nil if there is no file or the folder can't be searched.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isSocket = status.st_mode & S_IFMT == S_IFSOCK
        #if canImport(Darwin)
        modifiedAt = status.st_mtimespec.tv_sec * 1_000_000_000 + status.st_mtimespec.tv_nsec
        #else
        modifiedAt = Int(status.st_mtim.tv_sec) * 1_000_000_000 + Int(status.st_mtim.tv_nsec)
        #endif
    }

    /// True if there is no file, as far as the folders above it can be searched.
    package static func isMissing(_ path: String) -> Bool {
        access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    /// True if both are the same file; its size may differ.
    package func isSame(as other: FileStatus?) -> Bool {
        device == other?.device && inode == other?.inode
    }

    /// The path with a symbolic link at its end resolved: SQLite puts its log beside the file, not beside the link.
    package static func resolved(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else {
            return path
        }
        defer { free(real) }
        return String(cString: real)
    }
}

/// Names of files and folders.
package enum PathName {
    /// The folder of a file, `.` if the path names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
