#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Keeps other processes, and other threads, from creating, migrating or setting aside a store at the same time.
///
/// The lock is on the folder, so that no file is left behind, and ends with the process. Reading and writing an existing
/// store never take it: SQLite's own locks are enough there.
enum FolderLock {
    /// Nobody gave it back in time.
    struct Busy: Error {}

    /// Waits at most `timeout` seconds.
    ///
    /// File systems without such locks (some network ones) go on without.
    static func held<T>(on folder: String, timeout: Double, _ body: () throws -> T) throws -> T {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body() }  // what cannot be opened fails by itself, with a better reason
        defer { close(descriptor) }
        let deadline = ContinuousClock.now + .seconds(timeout)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard ContinuousClock.now < deadline else { throw Busy() }
            usleep(5_000)
        }
        return try body()
    }
}
