/// Identifies the file at a path.
///
/// Doesn't open the file: closing it would release SQLite's locks on it.
package struct FileStatus: Sendable, Hashable {
    package let device: UInt64
    package let inode: UInt64
    package let size: Int
    package let isFolder: Bool
    package let isSocket: Bool
    /// When the file was last written, in nanoseconds since 1970.
    package let modifiedAt: Int

    /// Nil if there is no file or the folder can't be searched.
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

    /// Whether both are the same file; its size may differ.
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
