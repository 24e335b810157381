import Platform

/// The lease of a subscription, as the hub grants it.
package struct HubLease: Sendable, Hashable {
    /// The wish, and the length without an answer: 10 days, the default that WebSub recommends.
    package static let usual: TimeInterval = 10 * 86_400
    /// Longer leases count as this.
    private static let longest: TimeInterval = 90 * 86_400
    /// The minimum pause before a renewal, however short the lease.
    private static let shortestPause: TimeInterval = 60

    /// When it ends.
    package let expiresAt: Date
    /// When it is renewed: in the second half, at random, so that renewals are spread.
    package let renewsAt: Date

    /// - Parameters:
    ///   - seconds: the hub's `hub.lease_seconds`; nil if it sent none.
    ///   - random: a number from 0 to 1.
    package init(seconds: Int?, from now: Date, random: Double) {
        let length = min(max(seconds.map(TimeInterval.init) ?? Self.usual, 0), Self.longest)
        expiresAt = now + length
        renewsAt = now + max(length * (0.5 + random / 4), Self.shortestPause)
    }
}

/// The pauses between requests to a hub that doesn't confirm.
package enum HubBackoff {
    /// How long a request waits for its verification: the first pause.
    package static let first: TimeInterval = 3600
    /// The pause after a refusal by the hub, and the longest one.
    package static let longest: TimeInterval = 7 * 86_400

    /// An hour after the first request, then twice as long each time, up to a week.
    package static func pause(after failures: Int) -> TimeInterval {
        min(first * TimeInterval(1 << min(max(failures - 1, 0), 10)), longest)
    }
}
