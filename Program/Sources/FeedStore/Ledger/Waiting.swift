#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides whether a request has to wait.
struct Waiting {
    /// What was written later than this after now was written under a wrong clock, and must not forbid for years.
    static let clockTolerance: TimeInterval = 60

    let now: Date
    let insisting: Bool

    /// The rule that forbids the request longest; nil when none does.
    func longest(_ entry: LedgerEntry?, _ quotas: [Quota]) -> (Date, PollRule)? {
        var waits: [(Date, PollRule)] = []
        if let entry, let date = entry.nextAllowedAt, isPast(entry.requestedAt) {
            let rule = entry.rule ?? .spacing
            if rule.isLimit || !insisting { waits.append((date, rule)) }
        }
        for quota in quotas where quota.remaining <= 0 && isPast(quota.seenAt) {
            waits.append((quota.resetAt, quota.rule))
        }
        return waits.filter { $0.0 > now }.max { $0.0 < $1.0 }
    }

    private func isPast(_ date: Date) -> Bool {
        date <= now + Self.clockTolerance
    }
}
