import Synchronization

/// Counts the requests sent for one request: the first, retries and redirects.
public final class RequestCount: Sendable {
    private let count = Atomic<Int>(0)

    /// No requests.
    public init() {}

    /// The number of requests so far.
    public var value: Int { count.load(ordering: .relaxed) }

    /// Increases ``value`` by one, on any thread.
    public func add() { count.add(1, ordering: .relaxed) }
}
