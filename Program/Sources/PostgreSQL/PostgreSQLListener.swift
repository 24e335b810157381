import CPQ
import Platform
import SQL
import Synchronization

/// Waits for notifications on a channel (PostgreSQL, LISTEN), on a connection of its own.
package final class PostgreSQLListener: Sendable {
    private let address: PostgreSQLAddress
    private let channel: String
    private struct State {
        /// The connection while nobody waits; nil before the first wait, after it was lost, and after closing.
        var idle: PostgreSQLConnection?
        var isClosed = false
        /// The earliest time of the next attempt after a failure.
        var nextAttempt = 0.0
    }

    private let state = Mutex(State())

    /// Opens no connection yet.
    ///
    /// - Parameter channel: an SQL expression of the channel's name, which needs no quotes.
    package init(_ address: PostgreSQLAddress, channel: String) {
        (self.address, self.channel) = (address, channel)
    }

    /// The result of a wait.
    package struct Heard: Sendable {
        /// The payloads of notifications.
        package var payloads: [String] = []
        /// True if the connection is new, so that notifications before it are unknown.
        package var isNew = false
    }

    /// Blocks until there was a notification since the last call, a signal, or an instant of ``MonotonicTime``.
    ///
    /// If the server doesn't answer, waits without it.
    package func wait(until end: Double, _ wake: WakeSignal) -> Heard {
        do {
            if let connection = state.withLock({ $0.idle.take() }) {
                let payloads = try connection.notifications(until: end, wake)
                keep(connection)
                return Heard(payloads: payloads)
            }
            // Otherwise each signal would connect again to a server that refuses to.
            if state.withLock({ $0.nextAttempt }) <= MonotonicTime.now {
                state.withLock { $0.nextAttempt = MonotonicTime.now + 1 }
                let connection = try PostgreSQLConnection(address, patience: 5)
                let name = try connection.rows("SELECT \(channel)", [], isReused: false).first?.text(0) ?? ""
                try connection.run("LISTEN \(name)")
                keep(connection)
                return Heard(isNew: true)
            }
        } catch {}
        wake.wait(until: min(end, state.withLock { $0.nextAttempt }))
        return Heard()
    }

    private func keep(_ connection: PostgreSQLConnection) {
        state.withLock { state in
            if !state.isClosed { state.idle = connection }
        }
    }

    /// Closes the connection once nobody waits.
    package func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            return state.idle.take()
        }
        _ = connection  // closes here, outside the lock
    }
}

extension PostgreSQLConnection {
    /// Reads all notifications that have arrived, or waits for one.
    fileprivate func notifications(until end: Double, _ wake: WakeSignal) throws -> [String] {
        var canRead = true
        while true {
            if canRead, !consumeInput() { throw PostgreSQLError(sqlState: nil, message: "the connection was lost") }
            let payloads = takeNotifications()
            if !payloads.isEmpty || !canRead || MonotonicTime.now >= end { return payloads }
            canRead = wake.wait(for: socket, until: end)
        }
    }
}
