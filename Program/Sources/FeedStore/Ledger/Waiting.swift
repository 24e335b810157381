import Platform

/// Decides whether a request has to wait.
package struct Waiting {
    /// Waits that were recorded this much later than now come from a clock that was ahead.
    static let clockTolerance: TimeInterval = 60
    /// The maximum wait, in seconds. Longer waits are shortened to it, except for the reader's own interval.
    package static let longestWait: TimeInterval = 86_400
    /// After this time an explicit refresh ignores even a limit.
    static let limitExpiry: TimeInterval = 3_600
    /// The minimum interval between explicit refreshes.
    static let insistingInterval: TimeInterval = 10

    let now: Date
    let urgency: Urgency

    package init(now: Date, urgency: Urgency) {
        self.now = now
        self.urgency = urgency
    }

    /// The wait that ends last, with its rule; nil if a request is allowed now.
    package func longest(_ entry: LedgerEntry?, _ quotas: [Quota]) -> (Date, PollRule)? {
        var waits: [(until: Date, rule: PollRule)] = []
        if let entry, entry.requestedAt <= now + Self.clockTolerance {
            let since = min(entry.requestedAt, now)
            if let date = entry.nextAllowedAt {
                waits += wait(until: date, since: since, by: entry.rule ?? .spacing)
            }
            if urgency == .insisting { waits.append((since + Self.insistingInterval, .spacing)) }
        }
        for quota in quotas where quota.remaining <= 0 && !quota.isAhead(of: now) {
            waits += wait(until: quota.resetAt, since: min(quota.reportedAt, now), by: quota.rule)
        }
        return waits.filter { $0.until > now }.max { $0.until < $1.until }.map { ($0.until, $0.rule) }
    }

    private func wait(until date: Date, since: Date, by rule: PollRule) -> [(until: Date, rule: PollRule)] {
        let isIgnored =
            switch urgency {
            case .polite: false
            case .needed: !rule.isLimit
            case .insisting: !rule.isLimit || now >= since + Self.limitExpiry
            }
        if isIgnored { return [] }
        return [(rule == .chosenInterval ? date : min(date, since + Self.longestWait), rule)]
    }
}

extension Quota {
    /// Whether a clock that was ahead recorded this: it's more than a minute in the future.
    package func isAhead(of now: Date) -> Bool { reportedAt > now + Waiting.clockTolerance }
}
