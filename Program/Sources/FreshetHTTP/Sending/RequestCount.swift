import Synchronization

/// Counts the requests sent for one request: the first, retries and redirects.
public final class RequestCount: Sendable {
    private let count = Atomic<Int>(0)

    private let remembered = Atomic<Bool>(false)

    /// No requests.
    public init() {}

    /// Whether the reply was remembered, so that no request was sent for it.
    public var isRemembered: Bool { remembered.load(ordering: .relaxed) }

    /// Notes that the reply was remembered.
    public func noteRemembered() { remembered.store(true, ordering: .relaxed) }

    /// The number of requests so far.
    public var value: Int { count.load(ordering: .relaxed) }

    /// Increases ``value`` by one, on any thread.
    public func add() { count.add(1, ordering: .relaxed) }
}
