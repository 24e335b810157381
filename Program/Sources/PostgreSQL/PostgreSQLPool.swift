import Dispatch
import Platform
import SQL
import Synchronization

/// A bounded number of connections to one database. Every function blocks the calling thread.
package final class PostgreSQLPool: Sendable {
    /// All connections stayed in use for too long.
    package struct Exhausted: Error {}

    /// The pool was closed.
    package struct Closed: Error {}

    /// The use of the connections.
    package struct Usage: Sendable {
        /// The number of connections that are lent.
        package var inUse = 0
        /// The maximum number of connections.
        package let size: Int
        /// The number of times a connection was lent.
        package var waits = 0
        /// The time that all borrowers have waited for a connection, in seconds.
        package var waited = 0.0
    }

    private struct State {
        var usage: Usage
        var idle: [PostgreSQLConnection] = []
        var isClosed = false
        /// True if the server didn't answer in time. Then nothing waits for it but one attempt to connect.
        var isSilent = false
        /// True while a connection attempt is made.
        var isConnecting = false
    }

    let address: PostgreSQLAddress
    private let patience: Double
    private let free: DispatchSemaphore
    private let state: Mutex<State>

    /// Opens no connection yet.
    ///
    /// - Parameters:
    ///   - size: the largest number of connections.
    ///   - patience: the time to wait for a free connection or another transaction, in seconds.
    package init(_ address: PostgreSQLAddress, size: Int = 8, patience: Double = 5) {
        self.address = address
        self.patience = patience
        free = DispatchSemaphore(value: max(1, size))
        state = Mutex(State(usage: Usage(size: max(1, size))))
    }

    /// Reads in one transaction, which sees the database as it was at the first statement.
    ///
    /// Runs `body` again on a new connection if the connection was lost: the server may have restarted.
    /// - Parameter limit: the most that each statement takes, in seconds; infinite for no limit, nil for the default.
    package func read<T>(limit: Double? = nil, _ body: (any SQLConnection) throws -> T) throws -> T {
        func attempt() throws -> T {
            try transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", nil, limit, body) {}
        }
        do {
            return try attempt()
        } catch let error as PostgreSQLError where error.isDisconnected && !error.isTimeout {
            return try attempt()
        }
    }

    /// The maximum number of runs of a transaction that conflicts with others.
    private static let attempts = 4

    /// Writes in one transaction that is rolled back on an error.
    ///
    /// Runs `body` again if nothing was committed and another time may succeed: once after a lost connection, and three times,
    /// after a short pause, after a deadlock or if another transaction has inserted the same row.
    /// - Parameters:
    ///   - lock: the statement that the transaction begins with, to wait for other writers; nil for none.
    ///   - limit: the most that each statement takes, in seconds; infinite for no limit, nil for the default.
    @discardableResult
    package func write<T>(
        after lock: String?, limit: Double? = nil, _ body: (any SQLConnection) throws -> T
    ) throws -> T {
        var (attempt, mayReconnect) = (1, true)
        while true {
            var mayBeCommitted = false
            do {
                return try transaction("BEGIN", lock, limit, body) { mayBeCommitted = true }
            } catch let error as PostgreSQLError where !mayBeCommitted {
                if error.isDisconnected, !error.isTimeout, mayReconnect {
                    mayReconnect = false
                } else if (error.isTransient || error.isDuplicate) && attempt < Self.attempts {
                    usleep(.random(in: 1_000...20_000) * UInt32(attempt))
                    attempt += 1
                } else {
                    throw error
                }
            }
        }
    }

    private func transaction<T>(
        _ begin: String, _ lock: String?, _ limit: Double?, _ body: (any SQLConnection) throws -> T,
        willCommit: () -> Void
    ) throws -> T {
        let connection = try take()
        defer { giveBack(connection) }
        do {
            return try run(connection, begin, lock, limit, body, willCommit)
        } catch let error as PostgreSQLError where error.isTimeout {
            becomeSilent()
            throw error
        }
    }

    private func run<T>(
        _ connection: PostgreSQLConnection, _ begin: String, _ lock: String?, _ limit: Double?,
        _ body: (any SQLConnection) throws -> T, _ willCommit: () -> Void
    ) throws -> T {
        let value: T
        do {
            try connection.begin(begin, lock: lock, limit: limit)
            value = try body(connection)
            // A commit would end it with a rollback, and no error.
            if connection.isAborted {
                throw PostgreSQLError(sqlState: "25P02", message: "a statement failed, so nothing was stored")
            }
        } catch {
            // Fails only if the connection is lost, which ends the transaction too.
            do { try connection.end("ROLLBACK") } catch is PostgreSQLError {}
            throw error
        }
        willCommit()
        try connection.end("COMMIT")
        return value
    }

    /// The current use of the connections.
    package var usage: Usage { state.withLock { $0.usage } }

    private func take() throws -> PostgreSQLConnection {
        let start = ContinuousClock.now
        try checkIsAnswering()
        guard free.wait(timeout: .now() + patience) == .success else {
            // Others may have found out meanwhile.
            try checkIsAnswering()
            throw Exhausted()
        }
        do {
            try checkIsAnswering()
            let known = state.withLock { state in
                state.usage.take(after: .now - start)
                return state.idle.popLast()
            }
            do { return try known ?? PostgreSQLConnection(address, patience: patience) } catch {
                state.withLock { $0.usage.inUse -= 1 }
                throw error
            }
        } catch {
            if let error = error as? PostgreSQLError, error.isTimeout { becomeSilent() }
            free.signal()
            throw error
        }
    }

    // MARK: A silent server

    /// Fails if the server didn't answer the last time, and begins an attempt to connect unless there is one.
    private func checkIsAnswering() throws {
        let (isSilent, mustConnect) = try state.withLock { state in
            if state.isClosed { throw Closed() }
            defer { if state.isSilent { state.isConnecting = true } }
            return (state.isSilent, state.isSilent && !state.isConnecting)
        }
        if mustConnect { DispatchQueue.global().async { [weak self] in self?.reconnect() } }
        if isSilent { throw PostgreSQLError.timeout }
    }

    private func becomeSilent() {
        let dropped = state.withLock { state in
            state.isSilent = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = dropped  // closes here, outside the lock
    }

    private func reconnect() {
        var connection: PostgreSQLConnection?
        do { connection = try PostgreSQLConnection(address, patience: patience) } catch {
            // A server that refuses connections answers.
            if let error = error as? PostgreSQLError, error.isTimeout {
                state.withLock { $0.isConnecting = false }
                return
            }
        }
        state.withLock { state in
            (state.isSilent, state.isConnecting) = (false, false)
            if let connection, !state.isClosed { state.idle.append(connection) }
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
