import Platform

/// Decides whether a request has to wait.
package struct RequestWait {
    /// The largest difference to the future, in seconds, of a recorded wait. A later one comes from a clock that was ahead.
    static let clockTolerance: TimeInterval = 60
    /// The maximum wait, in seconds. Longer waits are shortened to it, except for the reader's own interval.
    package static let longestWait: TimeInterval = 86_400
    /// After this time an explicit refresh ignores even a limit.
    static let limitExpiry: TimeInterval = 3_600
    /// The minimum interval between explicit refreshes.
    static let forcedInterval: TimeInterval = 10

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
            if urgency == .forced { waits.append((since + Self.forcedInterval, .spacing)) }
        }
        for quota in quotas where quota.remaining <= 0 && !quota.isAhead(of: now) {
            waits += wait(until: quota.resetAt, since: min(quota.reportedAt, now), by: quota.rule)
        }
        return waits.filter { $0.until > now }.max { $0.until < $1.until }.map { ($0.until, $0.rule) }
    }

    private func wait(until date: Date, since: Date, by rule: PollRule) -> [(until: Date, rule: PollRule)] {
        let isIgnored =
            switch urgency {
            case .scheduled: false
            case .required: !rule.isLimit
            case .forced: !rule.isLimit || now >= since + Self.limitExpiry
            }
        if isIgnored { return [] }
        return [(rule == .chosenInterval ? date : min(date, since + Self.longestWait), rule)]
    }
}

extension Quota {
    /// True if a clock that was ahead recorded this: it's more than a minute in the future.
    package func isAhead(of now: Date) -> Bool { reportedAt > now + RequestWait.clockTolerance }
}

/// The waits that a request ignores.
package enum Urgency: Sendable, Hashable, CaseIterable {
    /// None.
    case scheduled
    /// All but limits (``PollRule/isLimit``): the stored items don't suffice, or the request follows one that was allowed.
    case required
    /// All but limits, and limits after an hour: for an explicit refresh, at most every ten seconds.
    case forced
}
