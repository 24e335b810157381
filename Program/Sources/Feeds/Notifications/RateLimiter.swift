import Platform
import Synchronization

/// Limits how often each key, such as an account, occurs in a span. Counts in this process alone.
package final class RateLimiter<Key: Hashable & Sendable>: Sendable {
    private let limit: Int
    private let span: TimeInterval
    // Requests and deliveries on many threads take their turns.
    private let taken = Mutex<[Key: [Date]]>([:])

    /// - Parameters:
    ///   - limit: the maximum number within the span.
    ///   - span: in seconds.
    package init(_ limit: Int, within span: TimeInterval) { (self.limit, self.span) = (limit, span) }

    /// Counts one; returns false, and counts nothing, if there were too many.
    package func take(_ key: Key, at now: Date) -> Bool {
        taken.withLock { taken in
            // Future times were noted by a clock that was ahead.
            var own = taken[key, default: []].filter { (0..<span).contains(now.timeIntervalSince($0)) }
            let isAllowed = own.count < limit
            if isAllowed { own.append(now) }
            taken[key] = own.isEmpty ? nil : own
            return isAllowed
        }
    }

    /// Takes back the last one that was counted.
    package func giveBack(_ key: Key) {
        taken.withLock { taken in
            _ = taken[key]?.popLast()
            if taken[key]?.isEmpty == true { taken[key] = nil }
        }
    }
}
