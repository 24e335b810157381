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

    /// When the endpoint may be polled again; nil if the request wasn't a poll.
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
    /// Whether the upstream may have seen and counted the request.
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
