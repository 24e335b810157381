#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import GRDB
import Synchronization

/// One store's file: opened for reading at first, for writing when something is written, and anew when the file is
/// damaged or another process has put another one in its place.
final class StoreFile: Sendable {
    /// Connections to one and the same file.
    struct Opened: Sendable {
        let reader: any DatabaseReader
        let writer: DatabasePool?
        let file: FileStatus
        /// False where changes by other processes would go unseen.
        var isLasting = true
    }

    private struct State {
        var opened: Opened?
        var notices: [StoreNotice] = []
        var isClosed = false
    }

    let path: String
    let options: SQLiteFeedStore.Options
    // Before the others, so that it ends first: only a last connection that may write clears away the -wal file.
    private let counter = VersionCounter()
    private let state = Mutex(State())

    init(path: String, options: SQLiteFeedStore.Options) {
        self.path = path
        self.options = options
    }

    var notices: [StoreNotice] { state.withLock { $0.notices } }

    /// Reads in one transaction.
    ///
    /// A file found damaged is set aside, and `body` runs once more, on the new one.
    func read<T>(_ body: (Database) throws -> T) throws -> T {
        try perform { try $0.reader.read(body) }
    }

    /// Writes in one transaction that holds SQLite's write lock from its start; nothing of it stays when it throws.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        try perform { try self.writer(for: $0).write(body) }
    }

    /// Opens the file now, so that what stands against it is told at once.
    func prepare() throws {
        try perform { _ in }
    }

    /// A number that is another one after each commit.
    func version() throws -> Int {
        try perform { opened in
            try self.counter.version(of: opened.file) {
                try self.locked(.shared) {
                    guard opened.file.isSame(as: FileStatus(self.path)) else { throw FileReplaced() }
                    let own = try self.openReader(opened.file)
                    return own.isLasting ? own.reader as? DatabaseQueue : nil
                }
            }
        }
    }

    func close() throws {
        let opened = state.withLock { state in
            state.isClosed = true
            return state.opened.take()
        }
        do {
            // The readers first: only a last connection that may write clears away the -wal file.
            try counter.close()
            opened?.writer?.releaseMemory()
            try opened?.reader.close()
        } catch {
            throw FeedStoreError(error, path: path, busyTimeout: options.busyTimeout)
        }
    }

    private func perform<T>(_ work: (Opened) throws -> T) throws -> T {
        do {
            var hasSetAside = false
            for _ in 0..<5 {
                do {
                    return try attempt(work)
                } catch let damage as Damage where !hasSetAside {
                    hasSetAside = try setAside(damage)
                } catch is FileReplaced {
                    // The next attempt opens what stands there now.
                }
            }
            throw FileReplaced()
        } catch {
            throw FeedStoreError(error, path: path, busyTimeout: options.busyTimeout)
        }
    }

    private func attempt<T>(_ work: (Opened) throws -> T) throws -> T {
        let opened = try current()
        do {
            return try work(opened)
        } catch {
            if error is DatabaseError, !opened.file.isSame(as: FileStatus(path)) { throw FileReplaced() }
            throw Damage(error, in: opened.file) ?? error
        }
    }

    private func current() throws -> Opened {
        let known = try state.withLock { state in
            if state.isClosed { throw FeedStoreError.closed(path: path) }
            return state.opened
        }
        if let known, known.file.isSame(as: FileStatus(path)) { return known }
        return install(try open())
    }

    private func writer(for opened: Opened) throws -> DatabasePool {
        if let writer = opened.writer { return writer }
        let pool = try locked(.shared) {
            guard opened.file.isSame(as: FileStatus(path)) else { throw FileReplaced() }
            return try openPool()
        }
        return install(Opened(reader: pool, writer: pool, file: opened.file)).writer ?? pool
    }

    /// Of two threads that opened the same file, the one that came first and can do as much is kept.
    private func install(_ opened: Opened) -> Opened {
        guard opened.isLasting else { return opened }
        let (kept, dropped) = state.withLock { state -> (Opened, Opened?) in
            if state.isClosed { return (opened, nil) }
            let canDoLess = state.opened?.writer == nil && opened.writer != nil
            if let known = state.opened, known.file.isSame(as: opened.file), !canDoLess { return (known, opened) }
            defer { state.opened = opened }
            return (opened, state.opened)
        }
        _ = dropped  // its connections close here, outside the lock
        return kept
    }

    /// False when another process was first; a damaged file is never set aside twice.
    private func setAside(_ damage: Damage) throws -> Bool {
        let dropped = state.withLock { $0.opened.take() }
        _ = dropped  // closes here, outside the lock
        return try locked(.exclusive) {
            guard damage.file.isSame(as: FileStatus(path)) else { return false }
            let now = Date()
            let name = StorePath.damaged(path, at: now)
            for suffix in ["", "-wal", "-shm"] where FileStatus(path + suffix) != nil {
                guard rename(path + suffix, name + suffix) == 0 else {
                    throw FeedStoreError.damaged(path: path, cause: damage.cause)
                }
            }
            let notice = StoreNotice.damagedStoreSetAside(
                path: path, keptAs: name, cause: damage.cause, at: now, rescue: Rescue())
            state.withLock { $0.notices.append(notice) }
            return true
        }
    }

    func locked<T>(_ mode: FolderLock.Mode, _ body: () throws -> T) throws -> T {
        try FolderLock.held(mode, on: StorePath.folder(of: path), timeout: options.busyTimeout, body)
    }
}
