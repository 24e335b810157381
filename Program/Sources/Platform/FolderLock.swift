/// A lock that keeps a store's files from being replaced while another thread or process opens them.
///
/// Opening holds it shared; creating, migrating and rescuing a store hold it exclusively. It locks the folder, so that no
/// file remains, and ends with the process. Reading and writing an open store don't need it: SQLite's own locks
/// suffice there.
package enum FolderLock {
    /// The timeout passed.
    package struct Busy: Error {}

    /// The kind of lock: others may hold a shared one, too.
    package enum Mode {
        case shared
        case exclusive

        fileprivate var operation: Int32 { (self == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB }
    }

    /// Waits at most `timeout` seconds.
    ///
    /// Runs `body` without a lock if the file system has none (some network ones), or if the folder can't be
    /// opened: `body` then fails with a better error.
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
