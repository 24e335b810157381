import Synchronization

/// Counts the requests sent for one request: the first, retries and redirects.
package final class RequestCount: Sendable {
    private let count = Atomic<Int>(0)

    private let remembered = Atomic<Bool>(false)

    /// No requests.
    package init() {}

    /// Whether the reply was remembered, so that no request was sent for it.
    package var isRemembered: Bool { remembered.load(ordering: .relaxed) }

    /// Notes that the reply was remembered.
    package func noteRemembered() { remembered.store(true, ordering: .relaxed) }

    /// The number of requests so far.
    package var value: Int { count.load(ordering: .relaxed) }

    /// Increases ``value`` by one, on any thread.
    package func add() { count.add(1, ordering: .relaxed) }
}
