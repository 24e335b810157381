import CPQ
import Dispatch
import Platform
import Synchronization

/// Waits for notifications on a channel (PostgreSQL, LISTEN), on a connection of its own.
package final class PostgreSQLListener: Sendable {
    private let address: PostgreSQLAddress
    private let channel: String
    private struct State {
        /// The connection while nobody waits; nil before the first wait, after it was lost, and after closing.
        var idle: PostgreSQLConnection?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Opens no connection yet.
    package init(_ address: PostgreSQLAddress, channel: String) {
        (self.address, self.channel) = (address, channel)
    }

    /// Blocks until there was a notification since the last call, at most that long, in seconds.
    ///
    /// Also returns if the connection was new, because notifications before it are unknown. If the server doesn't answer,
    /// it waits that long without it.
    package func wait(atMost seconds: Double) {
        let end = DispatchTime.now() + seconds
        do {
            if let connection = state.withLock({ $0.idle.take() }) {
                try connection.waitForNotification(until: end)
                keep(connection)
            } else {
                let connection = try PostgreSQLConnection(address, patience: 5)
                try connection.run("LISTEN \(channel)")
                keep(connection)
            }
        } catch {
            if DispatchTime.now() < end { _ = DispatchSemaphore(value: 0).wait(timeout: end) }
        }
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
    func waitForNotification(until end: DispatchTime) throws {
        while true {
            guard consumeInput() else { throw PostgreSQLError(sqlState: nil, message: "the connection was lost") }
            if takeNotifications() { return }
            let left = (Double(end.uptimeNanoseconds) - Double(DispatchTime.now().uptimeNanoseconds)) / 1e6
            if left <= 0 { return }
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if poll(&waiting, 1, Int32(min(left.rounded(.up), 1e6))) == 0 { return }
        }
    }
}
