import GRDB
import Synchronization

/// Numbers the states of a store: `PRAGMA data_version` of a connection that does nothing else, because SQLite doesn't
/// count a connection's own commits.
final class VersionCounter: Sendable {
    private struct Connection {
        let queue: DatabaseQueue
        let file: FileStatus
        /// Added to this connection's numbers: SQLite starts from the same number with each connection.
        let base: Int
    }

    private struct State {
        var connection: Connection?
        var opened = 0

        /// Bases are so far apart that no connection reaches the next one's.
        mutating func next() -> Int {
            opened += 1
            return opened << 40
        }
    }

    private let state = Mutex(State())

    /// Asks the connection to `file`; opens one if the last call was for another file.
    func version(of file: FileStatus, opening open: () throws -> DatabaseQueue?) throws -> Int {
        let known = state.withLock { $0.connection }
        if let known, known.file.isSame(as: file) { return try version(known) }
        // A connection that doesn't see the changes of others is no help: the number changes each time.
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
            return connection.base + (try Columns(row).count(0))
        }
    }
}
