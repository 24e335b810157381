#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Keeps a store's files from being exchanged while another process, or another thread, opens them.
///
/// Opening takes it together with others; creating, migrating and setting aside take it alone. It is on the folder, so
/// that no file is left behind, and ends with the process. Reading and writing an open store never take it: SQLite's
/// own locks are enough there.
enum FolderLock {
    /// Nobody gave it back in time.
    struct Busy: Error {}

    enum Mode {
        case shared
        case exclusive

        fileprivate var operation: Int32 { (self == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB }
    }

    /// Waits at most `timeout` seconds.
    ///
    /// File systems without such locks (some network ones) go on without, as does a folder that cannot be opened: what
    /// is to be done there fails by itself, with a better reason.
    static func held<T>(_ mode: Mode, on folder: String, timeout: Double, _ body: () throws -> T) throws -> T {
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
