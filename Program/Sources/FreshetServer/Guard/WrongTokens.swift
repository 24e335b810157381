import Platform
import Synchronization

/// Counts the wrong tokens and passwords of each client, or for each name.
final class WrongTokens: Sendable {
    private struct Attempts {
        var count = 0
        var since = ContinuousClock.now

        var isOver: Bool { ContinuousClock.now - since > .seconds(60) }
    }

    /// The maximum number within a minute.
    private static let limit = 20
    /// The maximum number of clients that are counted.
    private static let clients = 10_000

    // Requests on many threads are counted, and admitted or refused at once.
    private let attempts = Mutex<[[UInt8]: Attempts]>([:])

    /// Counts one; returns whether the client has sent too many.
    func note(from client: IPAddress?) -> Bool { note(client?.network ?? []) }

    /// Takes back what was counted before it proved right.
    func forgive(from client: IPAddress?) { forgive(client?.network ?? []) }

    /// Takes back what was counted before it proved right.
    func forgive(_ key: [UInt8]) {
        attempts.withLock { attempts in
            if let count = attempts[key]?.count, count > 0 { attempts[key]?.count = count - 1 }
        }
    }

    /// Counts one for a network or a name; returns whether there are too many.
    func note(_ key: [UInt8]) -> Bool {
        attempts.withLock { attempts in
            if attempts.count >= Self.clients {
                attempts = attempts.filter { !$0.value.isOver }
                if attempts.count >= Self.clients { attempts = [:] }
            }
            var own = attempts[key] ?? Attempts()
            if own.isOver { own = Attempts() }
            own.count += 1
            attempts[key] = own
            return own.count > Self.limit
        }
    }
}
