import Dispatch
import FeedStore
import Synchronization

/// Threads for searches alone, so that slow ones hold up nothing else: anyone who reaches the server can send an expensive pattern.
final class SearchThreads: Sendable {
    /// How long a search may take, its wait for a thread included.
    private let timeout: Duration
    private static let count = 2
    /// The number of searches that may wait; more would only wait in vain.
    private static let mostWaiting = 32

    private let queues = (0..<count).map { DispatchQueue(label: "freshet.search.\($0)") }
    /// The number of searches on each queue.
    // Requests on many threads add to them.
    private let loads = Mutex(Array(repeating: 0, count: count))

    init(timeout: Duration = .seconds(2)) { self.timeout = timeout }

    /// Runs a search, which must end at the instant it is given. Fails with ``FeedStoreError/tooSlow`` if no thread gets free in time.
    func run<Value: Sendable>(
        _ search: @escaping @Sendable (ContinuousClock.Instant) throws -> Value
    ) async throws -> Value {
        let deadline = ContinuousClock.now + timeout
        let chosen = loads.withLock { loads -> Int? in
            guard loads.reduce(0, +) < Self.mostWaiting, let least = loads.indices.min(by: { loads[$0] < loads[$1] })
            else { return nil }
            loads[least] += 1
            return least
        }
        guard let chosen else { throw FeedStoreError.tooSlow }
        return try await withCheckedThrowingContinuation { continuation in
            queues[chosen].async { [self] in
                let result = Result {
                    if deadline <= .now { throw FeedStoreError.tooSlow }
                    return try search(deadline)
                }
                loads.withLock { $0[chosen] -= 1 }
                continuation.resume(with: result)
            }
        }
    }
}
