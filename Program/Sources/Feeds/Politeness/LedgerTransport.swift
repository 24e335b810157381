import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the requests of one refresh of a feed: checks the ledger before each, and records the result.
///
/// Entries are kept here and committed with the refresh. Replies arrive on the feed's scheduler.
final class LedgerTransport: HTTPTransport {
    private struct State {
        var entries: [Endpoint: LedgerEntry] = [:]
        var quotas: [Quota.Key: Quota] = [:]
        var leased: Set<Endpoint> = []
        var next: NextRequest?
        var isClosed = false
    }

    /// For how many seconds validators are sent. After that the whole response is requested, in case a 304 was wrong.
    private static let longestValidity: TimeInterval = 86_400

    private let feed: any FeedDescription
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    private let interval: FollowSettings.PollInterval?
    private let urgency: Urgency
    private let sendsValidators: Bool
    private let readAt: Date?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: the reader's interval, which replaces the feed's own.
    ///   - readAt: when the stored items had been fetched. A later request by another process ends the
    ///     refresh, so that its result is read first. Nil to ignore such requests.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ scheduler: any SchedulerType,
        interval: FollowSettings.PollInterval?, urgency: Urgency, sendsValidators: Bool, readAt: Date?
    ) {
        self.feed = feed
        self.environment = environment
        self.scheduler = scheduler
        self.interval = interval
        self.urgency = urgency
        self.sendsValidators = sendsValidators
        self.readAt = readAt
    }

    /// When the polled request is allowed again; nil before its response.
    var next: NextRequest? { state.withLock { $0.next } }

    /// The quotas that responses of this refresh reported.
    var quotas: [Quota] { state.withLock { Array($0.quotas.values) } }

    /// Extends the pause before the next poll to `seconds` from now, as a body asked for.
    func lengthenPause(to seconds: TimeInterval) {
        let date = environment.now() + seconds
        state.withLock { state in
            guard let next = state.next, next.date < date else { return }
            state.next = NextRequest(date: date, rule: .spacing)
            for (endpoint, entry) in state.entries where entry.nextAllowedAt == next.date {
                state.entries[endpoint]?.nextAllowedAt = date
                state.entries[endpoint]?.rule = .spacing
            }
        }
    }

    /// Commits the fetched items with the ledger entries, which ends their leases.
    func commit(_ refreshes: [Refresh], _ completeness: Completeness) throws {
        let (entries, quotas) = state.withLock { (Array($0.entries.values), Array($0.quotas.values)) }
        try environment.store.commit(refreshes, ledger: entries.map(completeness.kept), quotas: quotas)
        state.withLock { state in
            for entry in entries { state.leased.remove(entry.endpoint) }
            (state.entries, state.quotas) = ([:], [:])
        }
        for entry in entries { environment.leases.forget(entry.endpoint) }
    }

    /// Releases unused claims, and records requests without a result, such as canceled ones.
    func close() throws {
        let (entries, quotas, leased) = state.withLock { state in
            state.isClosed = true
            defer { (state.entries, state.quotas, state.leased) = ([:], [:], []) }
            return (Array(state.entries.values), Array(state.quotas.values), state.leased)
        }
        for endpoint in leased { try environment.leases.release(endpoint) }
        if entries.isEmpty, quotas.isEmpty { return }
        try environment.store.record(entries.map(Completeness.abandoned.kept), quotas: quotas)
    }

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        .deferred { [self] in
            let requester = Requester(of: request)
            let policy = feed.policy(for: request, purpose)
            let endpoint = Endpoint(url: policy.address ?? request.url?.absoluteString ?? "", requester: requester.name)
            var asked = request
            if let previous = try claim(endpoint, for: request, policy), sendsValidators, policy.validates,
                let receivedAt = previous.receivedAt, environment.now() < receivedAt + Self.longestValidity
            {
                Validators(eTag: previous.eTag, lastModified: previous.lastModified).apply(to: &asked.headerFields)
            }
            let sent = asked
            return environment.transport.response(for: sent, purpose: purpose)
                .observe(on: scheduler)
                .do(
                    onSuccess: { [self] reply in enter(reply, endpoint, policy, sent) },
                    onError: { [self] error in enter(error, endpoint, policy, sent) })
        }
    }

    /// The endpoint's last entry, if a request is allowed now; otherwise throws a ``Deferral``, ``RefreshInProgress`` or ``FeedError``.
    private func claim(_ endpoint: Endpoint, for request: HTTPRequest, _ policy: RequestPolicy) throws -> LedgerEntry? {
        let now = environment.now()
        let limits = Quota.Key.all(for: request, counted: policy.resource)
        // The store doesn't have this refresh's own responses yet.
        let told = state.withLock { state in limits.compactMap { state.quotas[$0] } }
        if let limit = told.first(where: { $0.remaining <= 0 && $0.resetAt > now }) {
            throw FeedError.limited(until: limit.resetAt, by: limit.rule, host: request.authority)
        }
        if policy.isCounted { return nil }
        if policy.isPolled, interval == .never, urgency == .polite { throw Deferral.onRequest }
        switch try answer(endpoint, limits, now, urgency: policy.isPolled ? urgency : .needed) {
        case .granted(let grant):
            let isClosed = state.withLock { state in
                if !state.isClosed { state.leased.insert(endpoint) }
                return state.isClosed
            }
            environment.leases.hold(grant)
            if isClosed {
                try environment.leases.release(endpoint)
                throw CancellationError()
            }
            if policy.isPolled, urgency == .needed, let readAt, let previous = grant.previous, previous.isAnswered,
                previous.requestedAt > readAt
            {
                throw RefreshInProgress(until: now)
            }
            return grant.previous
        case .notBefore(let date, let rule) where rule.isLimit:
            // No request is needed while the last response is fresh.
            let last = policy.isPolled && urgency == .polite ? try environment.store.ledgerEntry(for: endpoint) : nil
            if let last, last.rule?.isLimit != true, let next = last.nextAllowedAt, next > now {
                throw Deferral(until: date, rule: rule)
            }
            throw FeedError.limited(until: date, by: rule, host: request.authority)
        case .notBefore(let date, let rule): throw Deferral(until: date, rule: rule)
        case .leased(let date) where policy.isPolled: throw RefreshInProgress(until: date)
        case .leased: return nil
        }
    }

    private func answer(
        _ endpoint: Endpoint, _ limits: [Quota.Key], _ now: Date, urgency: Urgency
    ) throws -> Claim {
        do {
            return try environment.store.claim(
                endpoint, now: now, lease: Leases.length, respecting: limits, urgency: urgency)
        } catch is FeedStoreError {
            // A store that can't be written can't grant claims, but its rules still apply.
            let entry = try environment.store.ledgerEntry(for: endpoint)
            let quotas = try environment.store.quotas().filter { limits.contains($0.key) && $0.remaining <= 0 }
            var waits = quotas.map { ($0.resetAt, $0.rule) }
            let rule = entry?.rule ?? .spacing
            if let date = entry?.nextAllowedAt, rule.isLimit || urgency == .polite { waits.append((date, rule)) }
            if let longest = waits.filter({ $0.0 > now }).max(by: { $0.0 < $1.0 }) {
                return .notBefore(longest.0, longest.1)
            }
            return .granted(Grant(endpoint: endpoint, until: now, previous: entry))
        }
    }

    private func enter(_ reply: HTTPReply, _ endpoint: Endpoint, _ policy: RequestPolicy, _ request: HTTPRequest) {
        let now = environment.now()
        var entry = LedgerEntry(
            endpoint: endpoint, feed: feed.key, requestedAt: now, outcome: .status(reply.status.code))
        var next: NextRequest?
        if case .polled(let spacing, _) = policy.role {
            let validators = Validators(reply.headers)
            let allowed = NextRequest(after: reply.headers, at: now, spacing: spacing, chosen: interval?.seconds)
            entry.eTag = validators?.eTag
            entry.lastModified = validators?.lastModified
            entry.nextAllowedAt = allowed.date
            entry.rule = allowed.rule
            entry.nextPage = LinkHeader(reply.headers)["next"]?.absoluteString
            next = allowed
        }
        enter(entry, Quota(reply.headers, for: request, counted: policy.resource, at: now), next)
    }

    private func enter(_ error: any Error, _ endpoint: Endpoint, _ policy: RequestPolicy, _ request: HTTPRequest) {
        let now = environment.now()
        let failure = FeedError(error)
        var entry = LedgerEntry(
            endpoint: endpoint, feed: feed.key, requestedAt: now,
            outcome: .failure(kind: failure.kind, message: failure.message))
        var quota: Quota?
        switch error as? HTTPError {
        case .rateLimited(_, let limited):
            entry.nextAllowedAt = limited.retryAt
            entry.rule = limited.pollRule
            quota = Quota(limited, for: request, counted: policy.resource, at: now)
        case .status(_, let status, _): entry.outcome = .status(status.code)
        default: break
        }
        enter(entry, quota, nil)
    }

    private func enter(_ entry: LedgerEntry, _ quota: Quota?, _ next: NextRequest?) {
        state.withLock { state in
            var entry = entry
            if let earlier = state.entries[entry.endpoint] { entry.requests += earlier.requests }
            state.entries[entry.endpoint] = entry
            if let quota { state.quotas[quota.key] = quota }
            if let next, next.date > state.next?.date ?? .distantPast { state.next = next }
        }
    }
}

extension RequestPolicy {
    /// The address that represents a group of requests.
    fileprivate var address: String? {
        if case .counted(let address) = role { address } else { nil }
    }
}
