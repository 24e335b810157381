#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A lock that keeps a store's files from being replaced while another thread or process opens them.
///
/// Opening holds it shared; making, migrating and rescuing a store hold it exclusively. It is on the folder, so that no
/// file is left behind, and ends with the process. Reading and writing an open store don't take it: SQLite's own locks
/// are enough there.
package enum FolderLock {
    /// The timeout passed.
    package struct Busy: Error {}

    /// Whether others may hold the lock too.
    package enum Mode {
        case shared
        case exclusive

        fileprivate var operation: Int32 { (self == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB }
    }

    /// Waits at most `timeout` seconds.
    ///
    /// Runs `body` without a lock where the file system has none (some network ones), and where the folder can't be
    /// opened: `body` then fails with a better reason.
    package static func held<T>(_ mode: Mode, on folder: String, timeout: Double, _ body: () throws -> T) throws -> T {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + .seconds(timeout)
        while flock(descriptor, mode.operation) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard ContinuousClock.now < deadline else { throw Busy() }
            usleep(2_000)
        }
        return try body()
    }
}
