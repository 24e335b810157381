package import FeedStore
package import Platform
import Synchronization

/// Limits how often each account does something, in this process.
package final class AccountRate: Sendable {
    private let limit: Int
    private let span: TimeInterval
    // Requests and deliveries on many threads take their turns.
    private let taken = Mutex<[Account.ID: [Date]]>([:])

    /// - Parameters:
    ///   - limit: the maximum number within the span.
    ///   - span: in seconds.
    package init(_ limit: Int, within span: TimeInterval) { (self.limit, self.span) = (limit, span) }

    /// Counts one; returns false if the account has done it too often.
    package func take(_ account: Account.ID, at now: Date) -> Bool {
        taken.withLock { taken in
            // Future times were noted by a clock that was ahead.
            var own = taken[account, default: []].filter { (0..<span).contains(now.timeIntervalSince($0)) }
            let isAllowed = own.count < limit
            if isAllowed { own.append(now) }
            taken[account] = own.isEmpty ? nil : own
            return isAllowed
        }
    }

    /// Takes back the last one that was counted.
    package func giveBack(_ account: Account.ID) {
        taken.withLock { taken in
            _ = taken[account]?.popLast()
            if taken[account]?.isEmpty == true { taken[account] = nil }
        }
    }
}
