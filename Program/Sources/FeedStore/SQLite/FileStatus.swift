#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Which file stands at a path.
///
/// Asked without opening it: closing a file drops every lock that SQLite has on it.
struct FileStatus: Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let isFolder: Bool

    /// Nil when nothing stands there, or nothing that may be looked at.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int(status.st_size)
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether both are the same file, however it has grown.
    func isSame(as other: FileStatus?) -> Bool {
        device == other?.device && inode == other?.inode
    }

    /// Where the file really is: SQLite puts its log beside that one, not beside a link to it.
    static func resolved(_ path: String) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, let real = realpath(path, nil) else {
            return path
        }
        defer { free(real) }
        return String(cString: real)
    }
}
