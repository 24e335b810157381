import Synchronization

/// Remembers a rate limit, so that the remaining requests aren't made.
package final class RateLimitHit: Sendable {
    private let hit = Mutex<HTTPError?>(nil)

    package init() {}

    /// The error; nil if no limit was hit.
    package var error: HTTPError? { hit.withLock { $0 } }

    /// Stores the error if it is a rate limit.
    package func note(_ error: any Error) {
        if let error = error as? HTTPError, case .rateLimited = error { hit.withLock { $0 = error } }
    }
}
