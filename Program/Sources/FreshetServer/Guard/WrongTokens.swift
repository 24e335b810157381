import Platform
import Synchronization

/// Counts the wrong tokens of each client.
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
    func note(from client: IPAddress?) -> Bool {
        let network = client?.network ?? []
        return attempts.withLock { attempts in
            if attempts.count >= Self.clients {
                attempts = attempts.filter { !$0.value.isOver }
                if attempts.count >= Self.clients { attempts = [:] }
            }
            var own = attempts[network] ?? Attempts()
            if own.isOver { own = Attempts() }
            own.count += 1
            attempts[network] = own
            return own.count > Self.limit
        }
    }
}
