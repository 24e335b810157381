import FeedStore
import Platform

/// The outcomes of the requests of one refresh, until they are committed with it.
struct RefreshRecord: Sendable {
    /// The last request to each endpoint.
    private(set) var entries: [Endpoint: LedgerEntry] = [:]
    /// The limits that the upstream reported.
    private(set) var quotas: [Quota.Key: Quota] = [:]
    /// When the polled request may be made again; nil before one was answered.
    private(set) var next: NextRequest?

    /// How many requests of the upstream's limit the refresh takes each time.
    private(set) var cost = 0

    mutating func enter(_ entry: LedgerEntry, _ quotas: [Quota], _ next: NextRequest?, cost: Int) {
        self.cost += cost
        var entry = entry
        if let earlier = entries[entry.endpoint] { entry.requests += earlier.requests }
        entries[entry.endpoint] = entry
        for quota in quotas { self.quotas[quota.key] = quota }
        if let next, next.date > self.next?.date ?? .distantPast { self.next = next }
    }

    /// Moves the next request to `date` unless it is later already.
    ///
    /// Between equal waits the upstream's rule counts, which a change of the reader's interval doesn't shorten.
    mutating func postpone(to date: Date, by rule: PollRule) {
        // The date counts from a moment after the response.
        guard let next, rule == .feed ? next.date <= date : next.date + 1 < date else { return }
        self.next = NextRequest(date: date, rule: rule)
        for (endpoint, entry) in entries where entry.nextAllowedAt == next.date {
            entries[endpoint]?.nextAllowedAt = date
            entries[endpoint]?.rule = rule
        }
    }

    /// Allows no request before `date` to the endpoints that don't exist.
    mutating func space(missing date: Date) {
        for (endpoint, entry) in entries where entry.outcome == .status(404) || entry.outcome == .status(410) {
            entries[endpoint]?.nextAllowedAt = date
            entries[endpoint]?.rule = .spacing
        }
    }

    /// Removes the entries and quotas, which have been committed.
    mutating func clear() { (entries, quotas, cost) = ([:], [:], 0) }
}
