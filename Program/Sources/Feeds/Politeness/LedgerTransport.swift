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

/// Makes the requests of one refresh of one feed: asks the ledger before each, and enters what came of it.
///
/// Entries stay here until the refresh is committed with them; replies arrive on the feed's scheduler.
final class LedgerTransport: HTTPTransport {
    private struct State {
        var entries: [Endpoint: LedgerEntry] = [:]
        var quotas: [Quota.Key: Quota] = [:]
        var leased: Set<Endpoint> = []
        var next: NextRequest?
        var isClosed = false
    }

    /// For how many seconds validators are sent; then the whole answer is asked for, in case a 304 was wrong.
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
    ///   - interval: the interval that the reader chose, in the place of the feed's own.
    ///   - readAt: when what was read from the store had been fetched; a request that another process made since ends the
    ///     refresh, so that its answer is read first. Nil where that has happened before.
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

    /// When the polled request may be made again; nil before one was answered.
    var next: NextRequest? { state.withLock { $0.next } }

    /// The limits that this refresh was told of.
    var quotas: [Quota] { state.withLock { Array($0.quotas.values) } }

    /// Lengthens the pause to the next poll to `seconds` from now, where the body of an answer asks for that.
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

    /// Stores what was fetched together with what came of the requests, which ends their leases.
    func commit(_ refreshes: [Refresh], _ completeness: Completeness) throws {
        let (entries, quotas) = state.withLock { (Array($0.entries.values), Array($0.quotas.values)) }
        try environment.store.commit(refreshes, ledger: entries.map(completeness.kept), quotas: quotas)
        state.withLock { state in
            for entry in entries { state.leased.remove(entry.endpoint) }
            (state.entries, state.quotas) = ([:], [:])
        }
        for entry in entries { environment.leases.forget(entry.endpoint) }
    }

    /// Gives back what was claimed and not asked, and enters what was asked and came to nothing, as after a cancellation.
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

    /// The last entry of the endpoint, if it may be asked now; throws a ``Deferral``, ``RefreshInProgress`` or a ``FeedError`` if not.
    private func claim(_ endpoint: Endpoint, for request: HTTPRequest, _ policy: RequestPolicy) throws -> LedgerEntry? {
        let now = environment.now()
        let limits = Quota.Key.all(for: request, counted: policy.resource)
        // What this refresh was told isn't in the store yet.
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
            // As long as the last answer is fresh, nobody needs another one.
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
            // Nothing can be claimed in a store that can't be written; what it says is obeyed all the same.
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
    /// The address that requests are entered under together.
    fileprivate var address: String? {
        if case .counted(let address) = role { address } else { nil }
    }
}
