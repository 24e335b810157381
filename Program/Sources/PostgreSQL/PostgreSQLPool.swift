import Dispatch
package import SQL
import Synchronization

/// A bounded number of connections to one database. Every function blocks the calling thread.
package final class PostgreSQLPool: Sendable {
    /// All connections stayed in use for too long.
    package struct Exhausted: Error {}

    /// The pool was closed.
    package struct Closed: Error {}

    /// How the connections are used.
    package struct Usage: Sendable {
        /// The number of connections that are lent.
        package var inUse = 0
        /// The maximum number of connections.
        package let size: Int
        /// How often a connection was lent.
        package var waits = 0
        /// How long all who got a connection have waited, in seconds.
        package var waited = 0.0
    }

    private struct State {
        var usage: Usage
        var idle: [PostgreSQLConnection] = []
        var isClosed = false
    }

    let address: PostgreSQLAddress
    private let patience: Double
    private let free: DispatchSemaphore
    private let state: Mutex<State>

    /// Opens no connection yet.
    ///
    /// - Parameters:
    ///   - size: the largest number of connections.
    ///   - patience: how long to wait for a free connection or another transaction, in seconds.
    package init(_ address: PostgreSQLAddress, size: Int = 8, patience: Double = 5) {
        self.address = address
        self.patience = patience
        free = DispatchSemaphore(value: max(1, size))
        state = Mutex(State(usage: Usage(size: max(1, size))))
    }

    /// Reads in one transaction, which sees the database as it was at the first statement.
    ///
    /// Runs `body` again on a new connection if the connection was lost: the server may have restarted.
    package func read<T>(_ body: (any SQLConnection) throws -> T) throws -> T {
        let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        do {
            return try transaction(begin, body) {}
        } catch let error as PostgreSQLError where error.isDisconnected {
            return try transaction(begin, body) {}
        }
    }

    /// Writes in one transaction that is rolled back on an error.
    ///
    /// Runs `body` again if nothing was committed and the second time may succeed.
    /// - Parameter lock: the statement that the transaction begins with, to wait for other writers; nil for none.
    @discardableResult
    package func write<T>(after lock: String?, _ body: (any SQLConnection) throws -> T) throws -> T {
        let begin = "BEGIN" + (lock.map { "; " + $0 } ?? "")
        var mayBeCommitted = false
        do {
            return try transaction(begin, body) { mayBeCommitted = true }
        } catch let error as PostgreSQLError where !mayBeCommitted && (error.isDisconnected || error.isTransient) {
            return try transaction(begin, body) {}
        }
    }

    private func transaction<T>(
        _ begin: String, _ body: (any SQLConnection) throws -> T, willCommit: () -> Void
    ) throws -> T {
        let connection = try take()
        defer { giveBack(connection) }
        let value: T
        do {
            try connection.run(begin)
            value = try body(connection)
            // A commit would end it with a rollback, and no error.
            if connection.isAborted {
                throw PostgreSQLError(sqlState: "25P02", message: "a statement failed, so nothing was stored")
            }
        } catch {
            // Fails only if the connection is lost, which ends the transaction too.
            do { try connection.run("ROLLBACK") } catch is PostgreSQLError {}
            throw error
        }
        willCommit()
        try connection.run("COMMIT")
        return value
    }

    /// How the connections are used now.
    package var usage: Usage { state.withLock { $0.usage } }

    private func take() throws -> PostgreSQLConnection {
        let start = ContinuousClock.now
        guard free.wait(timeout: .now() + patience) == .success else { throw Exhausted() }
        do {
            let known = try state.withLock { state in
                if state.isClosed { throw Closed() }
                state.usage.take(after: .now - start)
                return state.idle.popLast()
            }
            do { return try known ?? PostgreSQLConnection(address, patience: patience) } catch {
                state.withLock { $0.usage.inUse -= 1 }
                throw error
            }
        } catch {
            free.signal()
            throw error
        }
    }

    /// A lost connection is closed, and with it those that were lost unnoticed.
    private func giveBack(_ connection: PostgreSQLConnection) {
        let dropped = state.withLock { state in
            state.usage.inUse -= 1
            if connection.isUsable, !state.isClosed {
                state.idle.append(connection)
                return [] as [PostgreSQLConnection]
            }
            defer { state.idle = [] }
            return state.idle
        }
        _ = dropped  // closes here, outside the lock
        free.signal()
    }

    /// Closes the connections once they are free. Every function throws ``Closed`` afterwards.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = idle  // closes here, outside the lock
    }
}

extension PostgreSQLPool.Usage {
    fileprivate mutating func take(after wait: Duration) {
        inUse += 1
        waits += 1
        waited += wait / .seconds(1)
    }
}
