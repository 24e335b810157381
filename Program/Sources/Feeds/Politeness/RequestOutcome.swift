import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform

/// A sent request, whose outcome the ledger records.
struct RequestOutcome: Sendable {
    let endpoint: Endpoint
    let feed: FeedKey
    let policy: RequestPolicy
    let request: HTTPRequest
    /// The number of requests it has taken so far.
    let count: RequestCount

    /// The time from which the endpoint may be polled again; nil if the request wasn't a poll.
    func next(after reply: HTTPReply, at now: Date, chosen interval: FeedInterval) -> NextRequest? {
        guard case .polled(let spacing, _) = policy.role else { return nil }
        return NextRequest(after: reply.headers, at: now, spacing: spacing, chosen: interval.seconds(default: spacing))
    }

    /// The entry for a response.
    func entry(_ reply: HTTPReply, _ next: NextRequest?, at now: Date) -> LedgerEntry {
        var entry = entry(.status(reply.status.code), at: now)
        if let next {
            let validators = Validators(reply.headers)
            entry.eTag = validators?.eTag
            entry.lastModified = validators?.lastModified
            entry.nextAllowedAt = next.date
            entry.rule = next.rule
            entry.nextPage = LinkHeader(reply.headers)["next"]?.absoluteString
        }
        return entry
    }

    /// The entry for a failure.
    func entry(_ error: any Error, at now: Date) -> LedgerEntry {
        let failure = FeedError(error)
        var entry = entry(.failure(kind: failure.kind, message: failure.message), at: now)
        switch error as? HTTPError {
        case .rateLimited(_, let limited):
            entry.nextAllowedAt = limited.retryAt
            entry.rule = limited.pollRule
        case .challenge(_, let challenge) where challenge.retryAt != nil:
            entry.nextAllowedAt = challenge.retryAt
            entry.rule = .retryAfter
        case .status(_, let status, _): entry.outcome = .status(status.code)
        default: break
        }
        return entry
    }

    private func entry(_ outcome: LedgerEntry.Outcome, at now: Date) -> LedgerEntry {
        LedgerEntry(
            endpoint: endpoint, feed: feed, requestedAt: now, outcome: outcome,
            requests: count.isRemembered ? 0 : max(1, count.value))
    }
}

extension HTTPError {
    /// True if the upstream may have seen and counted the request.
    var mayHaveArrived: Bool {
        switch self {
        case .unreachable, .tls, .invalidURL, .timedOut(_, phase: .connect): false
        case .timedOut, .interrupted, .tooLarge, .status, .challenge, .undecodable, .rateLimited, .tooManyRedirects,
            .refusedAddress:
            true
        }
    }
}

extension RequestPolicy {
    /// The address under which requests are recorded together.
    var address: String? {
        if case .counted(let address) = role { address } else { nil }
    }
}

/// The outcomes of the requests of one refresh, until they are committed with it.
struct RefreshRecord: Sendable {
    /// The last request to each endpoint.
    private(set) var entries: [Endpoint: LedgerEntry] = [:]
    /// The limits that the upstream reported.
    private(set) var quotas: [Quota.Key: Quota] = [:]
    /// The time from which the polled request may be made again; nil before one was answered.
    private(set) var next: NextRequest?

    /// The number of requests of the upstream's limit that the refresh takes each time.
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
