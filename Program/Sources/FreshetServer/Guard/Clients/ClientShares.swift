import Platform
import Synchronization

/// Limits the share of a resource that one client may use.
final class ClientShares: Sendable {
    /// A client's share; returned when the last reference to it is released.
    final class Share: Sendable {
        private let release: @Sendable () -> Void

        fileprivate init(release: @escaping @Sendable () -> Void) { self.release = release }

        deinit { release() }
    }

    /// The maximum for each client that isn't on this machine.
    private let limit: Int
    // Connections on many threads take shares, and are admitted or refused at once.
    private let counts = Mutex<[[UInt8]: Int]>([:])

    init(limit: Int) { self.limit = limit }

    /// Takes a share for a client; nil if the client would exceed the maximum. Unknown addresses count as this machine.
    func take(_ count: Int = 1, for client: IPAddress?) -> Share? {
        guard let client, !client.isLoopback else { return Share {} }
        let network = client.network
        let isTaken = counts.withLock { counts in
            let sum = counts[network, default: 0] + count
            if sum > limit { return false }
            counts[network] = sum
            return true
        }
        if !isTaken { return nil }
        return Share { [weak self] in self?.giveBack(count, network) }
    }

    private func giveBack(_ count: Int, _ network: [UInt8]) {
        counts.withLock { counts in
            let rest = counts[network, default: 0] - count
            counts[network] = rest > 0 ? rest : nil
        }
    }
}
