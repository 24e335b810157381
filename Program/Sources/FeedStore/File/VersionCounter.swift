import GRDB
import SQL
import Platform
import Synchronization

/// Counts the store's commits: `PRAGMA data_version` of a connection that does nothing else, because SQLite doesn't
/// count a connection's own commits.
final class VersionCounter: Sendable {
    private struct Connection {
        let queue: DatabaseQueue
        let file: FileStatus
        /// Added to the connection's numbers: SQLite starts each connection at the same number.
        let base: Int
    }

    private struct State {
        var connection: Connection?
        var opened = 0

        /// Bases are so far apart that the numbers of two connections never meet.
        mutating func next() -> Int {
            opened += 1
            return opened << 40
        }
    }

    private let state = Mutex(State())

    /// Reads the connection to `file`; opens one if the last call was for another file.
    func version(of file: FileStatus, opening open: () throws -> DatabaseQueue?) throws -> Int {
        let known = state.withLock { $0.connection }
        if let known, known.file.isSame(as: file) { return try version(known) }
        // A connection that doesn't see changes by others is useless: the number then changes with each call.
        guard let queue = try open() else { return state.withLock { $0.next() } }
        let connection = state.withLock { state in
            let connection = Connection(queue: queue, file: file, base: state.next())
            state.connection = connection
            return connection
        }
        return try version(connection)
    }

    func close() throws {
        let dropped = state.withLock { $0.connection.take() }
        try dropped?.queue.close()
    }

    private func version(_ connection: Connection) throws -> Int {
        // A single statement is its own transaction.
        try connection.queue.unsafeRead { db in
            let statement = try db.cachedStatement(sql: "PRAGMA data_version")
            guard let row = try Row.fetchOne(statement) else { throw DamagedValue(column: "data_version") }
            return connection.base + (try SQLRow(row).count(0))
        }
    }
}
