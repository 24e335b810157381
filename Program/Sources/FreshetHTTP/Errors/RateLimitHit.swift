import Synchronization

/// Remembers that the upstream asked to stop, so that the requests that are left are not made.
package final class RateLimitHit: Sendable {
    private let hit = Mutex<HTTPError?>(nil)

    package init() {}

    /// The refusal, if there was one.
    package var error: HTTPError? { hit.withLock { $0 } }

    /// Notes an error if it is such a refusal.
    package func note(_ error: any Error) {
        if let error = error as? HTTPError, case .rateLimited = error { hit.withLock { $0 = error } }
    }
}
