import Dispatch
import FeedStore
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization

/// Makes the requests of one refresh of a feed: checks the ledger before each, and records the result.
///
/// Entries are kept here and committed with the refresh. Replies arrive on the feed's scheduler.
final class LedgerTransport: HTTPTransport {
    private struct State {
        var record = RefreshRecord()
        var leased: Set<Endpoint> = []
        var isClosed = false
    }

    /// For how many seconds validators are sent. After that the whole response is requested, in case a 304 was wrong.
    private static let longestValidity: TimeInterval = 86_400

    private let feed: any FeedDescription
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    private let interval: FeedInterval
    private let urgency: Urgency
    private let sendsValidators: Bool
    private let isOutdated: @Sendable () throws -> Bool
    private var upstream: Upstream { type(of: feed).upstream }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - interval: the readers' interval, which replaces the feed's own.
    ///   - isOutdated: returns true if another process has stored newer items since the refresh read those that are too few.
    ///     The refresh then ends, so that they are read first.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ scheduler: any SchedulerType,
        interval: FeedInterval, urgency: Urgency, sendsValidators: Bool,
        isOutdated: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.feed = feed
        self.environment = environment
        self.scheduler = scheduler
        self.interval = interval
        self.urgency = urgency
        self.sendsValidators = sendsValidators
        self.isOutdated = isOutdated
    }

    deinit { environment.traffic.forgetReports(by: self) }

    /// The next time at which the polled request is allowed; nil before its response.
    var next: NextRequest? { state.withLock { $0.record.next } }

    /// Extends the pause before the next poll, but at most to a day from now.
    func lengthenPause(to pause: RefreshPause) {
        let date = environment.now() + min(pause.seconds, RequestWait.longestWait)
        state.withLock { $0.record.postpone(to: date, by: pause.rule) }
    }

    /// Postpones the next request if the error means that the feed is missing; nil otherwise.
    func missing(_ error: any Error, after snapshot: Snapshot) -> MissingFeed? {
        guard let missing = MissingFeed(error, after: snapshot, interval: interval, at: environment.now()) else {
            return nil
        }
        if let date = missing.error.retryAt { state.withLock { $0.record.space(missing: date) } }
        return missing
    }

    /// Commits the fetched items with the ledger entries, which ends their leases.
    func commit(_ refreshes: [FeedUpdate], _ completeness: Completeness) throws {
        let record = state.withLock { $0.record }
        let (entries, quotas) = (Array(record.entries.values), Array(record.quotas.values))
        // A renewal that is under way meanwhile releases what it has renewed.
        let grants = entries.compactMap { environment.leases.take($0.endpoint) }
        let ends = Dictionary(grants.map { ($0.endpoint, $0.until) }) { $1 }
        do {
            let kept = entries.map { entry in
                var entry = completeness.kept(entry)
                entry.leasedUntil = ends[entry.endpoint]
                return entry
            }
            try environment.store.commit(refreshes, ledger: kept, quotas: quotas)
        } catch {
            for grant in grants { environment.leases.hold(grant) }
            throw error
        }
        state.withLock { state in
            for entry in entries { state.leased.remove(entry.endpoint) }
            state.record.clear()
        }
        environment.costs.note(record.cost, for: feed.key)
        environment.traffic.forgetReports(by: self)
    }

    /// Releases unused claims, and records requests without a result, such as canceled ones. Does as much as it can before it fails.
    func close() throws {
        let (record, leased) = state.withLock { state in
            state.isClosed = true
            defer {
                state.record.clear()
                state.leased = []
            }
            return (state.record, state.leased)
        }
        let released = leased.map { endpoint in Result { try environment.leases.release(endpoint) } }
        if !record.entries.isEmpty || !record.quotas.isEmpty {
            try environment.store.record(
                record.entries.values.map(Completeness.abandoned.kept), quotas: Array(record.quotas.values))
            environment.traffic.forgetReports(by: self)
        }
        for result in released { try result.get() }
    }

    /// Claims the request when its turn comes, so that the results of earlier requests are known.
    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        let claimed = Single.deferred { [self] in try claimedResponse(for: request, purpose: purpose) }
        guard let gate = environment.traffic.gate(of: upstream) else { return claimed }
        return gate.admitted(claimed, waitingOn: scheduler)
    }

    private func claimedResponse(for request: HTTPRequest, purpose: RequestPurpose) throws -> Single<HTTPReply> {
        let requester = Requester(of: request)
        let policy = feed.policy(for: request, purpose)
        let endpoint = Endpoint(url: policy.address ?? request.url?.absoluteString ?? "", requester: requester.name)
        var conditional = request
        if let previous = try claim(endpoint, for: request, policy), sendsValidators, policy.validates,
            previous.feed == feed.key, let receivedAt = previous.receivedAt,
            environment.now() < receivedAt + Self.longestValidity
        {
            Validators(eTag: previous.eTag, lastModified: previous.lastModified).apply(to: &conditional.headerFields)
        }
        let asked = conditional
        let count = RequestCount()
        let outcome = RequestOutcome(endpoint: endpoint, feed: feed.key, policy: policy, request: asked, count: count)
        var reply = environment.transport.response(for: asked, purpose: purpose, counting: count)
        if policy.isCounted, let url = request.url {
            reply = reply.timeout(
                environment.itemTimeout, other: .error(HTTPError.timedOut(url, phase: .whole)), scheduler: scheduler)
        }
        return reply.observe(on: BoundedScheduler(scheduler: scheduler, permits: environment.processing))
            .map { reply in
                guard reply.status == .notModified, !Validators.areSent(in: asked.headerFields) else { return reply }
                // It confirms nothing: no validators were sent (RFC 9110, 15.4.5).
                throw HTTPError.status(reply.url, .notModified, body: "")
            }
            .catch { [self] error in .error(try entered(error, outcome)) }
            .do(onSuccess: { [self] reply in try enter(reply, outcome) })
    }

    /// The endpoint's last entry, if a request is allowed now; otherwise throws a ``Deferral``, ``RefreshInProgress`` or ``FeedError``.
    private func claim(_ endpoint: Endpoint, for request: HTTPRequest, _ policy: RequestPolicy) throws -> LedgerEntry? {
        let now = environment.now()
        let limits = Quota.Key.all(for: request, counted: policy.resource)
        // The store doesn't have the responses of uncommitted refreshes yet.
        let told =
            policy.isCounted
            ? try environment.traffic.quotas(environment.store, at: now) : environment.traffic.reported(at: now)
        if let limit = told.first(where: { limits.contains($0.key) && $0.remaining <= 0 && $0.resetAt > now }) {
            throw FeedError.limited(until: limit.resetAt, at: now, by: limit.rule, host: request.authority)
        }
        if policy.isCounted { return nil }
        if policy.isPolled, interval.isNever, urgency == .scheduled { throw Deferral.onRequest }
        let urgency = try self.urgency(of: policy, endpoint, at: now)
        let claim = try environment.leases.claim { try answer(endpoint, limits, now, urgency: urgency) }
        switch claim {
        case .granted(let grant):
            let isClosed = state.withLock { state in
                if !state.isClosed { state.leased.insert(endpoint) }
                return state.isClosed
            }
            if isClosed {
                try environment.leases.release(endpoint)
                throw CancellationError()
            }
            // The lease keeps others from storing more from now on.
            if policy.isPolled, urgency == .required, try isOutdated() { throw RefreshInProgress(until: now) }
            return grant.previous
        case .notBefore(let date, let rule) where rule.isLimit:
            // No request is needed while the last response is fresh.
            let last = policy.isPolled && urgency == .scheduled ? try environment.store.ledgerEntry(for: endpoint) : nil
            if let last, last.rule?.isLimit != true, let next = last.nextAllowedAt, next > now {
                throw Deferral(until: date, rule: rule)
            }
            throw FeedError.limited(until: date, at: now, by: rule, host: request.authority)
        case .notBefore(let date, let rule): throw Deferral(until: date, rule: rule)
        case .leased(let date) where policy.isPolled: throw RefreshInProgress(until: date)
        case .leased: return nil
        }
    }

    /// The waits that the request ignores: those after the last response only if this feed has stored it.
    ///
    /// Two feeds have one address if one was renamed, or both redirect to it.
    private func urgency(of policy: RequestPolicy, _ endpoint: Endpoint, at now: Date) throws -> Urgency {
        guard case .polled(let spacing, _) = policy.role else { return .required }
        guard urgency == .scheduled, let last = try environment.store.ledgerEntry(for: endpoint), last.feed != feed.key
        else { return urgency }
        let own = try environment.store.snapshot(of: feed.key, order: .newest, limit: 0).fetchedAt
        let chosen = interval.seconds(default: spacing)
        if let next = own.map({ $0 + (chosen ?? spacing) }), now < next {
            throw Deferral(until: next, rule: chosen == nil ? .spacing : .chosenInterval)
        }
        return .required
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
            let quotas = try environment.store.quotas(at: now).filter { limits.contains($0.key) }
            if let (date, rule) = RequestWait(now: now, urgency: urgency).longest(entry, quotas) {
                return .notBefore(date, rule)
            }
            return .granted(Grant(endpoint: endpoint, until: now, previous: entry))
        }
    }

    private func enter(_ reply: HTTPReply, _ outcome: RequestOutcome) throws {
        let now = environment.now()
        let next = outcome.next(after: reply, at: now, chosen: interval)
        var quotas: [Quota] = []
        if let quota = Quota(reply.headers, for: outcome.request, counted: outcome.policy.resource, at: now) {
            quotas.append(quota)
        } else if let quota = try environment.traffic.spent(outcome, upstream, environment.store, at: now) {
            quotas.append(quota)
        }
        if outcome.policy.isPolled,
            let refusal = try environment.traffic.lastRefusal(outcome.request, environment.store, at: now),
            refusal.remaining <= 0
        {
            quotas.append(refusal.overcome(at: now))
        }
        enter(outcome.entry(reply, next, at: now), outcome.policy, quotas, next)
    }

    /// Records the failure; the returned error says when to retry.
    private func entered(_ error: any Error, _ outcome: RequestOutcome) throws -> any Error {
        let now = environment.now()
        guard let failure = error as? HTTPError else {
            enter(outcome.entry(error, at: now), outcome.policy, [], nil)
            return error
        }
        guard case .rateLimited(let url, let limited) = failure else {
            let quota =
                failure.mayHaveArrived
                ? try environment.traffic.spent(outcome, upstream, environment.store, at: now) : nil
            enter(outcome.entry(failure, at: now), outcome.policy, quota.map { [$0] } ?? [], nil)
            return failure
        }
        let settled: RateLimited
        let quota: Quota
        if limited.pollRule == .backoff {
            let backoff = RefusalBackoff(
                after: try environment.traffic.lastRefusal(outcome.request, environment.store, at: now), at: now)
            settled = backoff.applied(to: limited)
            quota = backoff.quota(Quota.Key(nil, for: outcome.request), limit: limited.limit?.limit)
        } else {
            settled = limited.shortened(to: now + RequestWait.longestWait)
            quota = Quota(settled, for: outcome.request, counted: outcome.policy.resource, at: now)
        }
        let refused = HTTPError.rateLimited(url, settled)
        enter(outcome.entry(refused, at: now), outcome.policy, [quota], nil)
        return refused
    }

    private func enter(_ entry: LedgerEntry, _ policy: RequestPolicy, _ quotas: [Quota], _ next: NextRequest?) {
        let isCost = !policy.isCounted && policy.resource == upstream.limit?.resource
        state.withLock { $0.record.enter(entry, quotas, next, cost: isCost ? entry.requests : 0) }
        for quota in quotas { environment.traffic.report(quota, by: self) }
    }
}

/// Runs work on another scheduler while it has one of the permits that several schedulers share; the other's thread waits for it.
struct BoundedScheduler: ImmediateSchedulerType {
    let scheduler: any ImmediateSchedulerType
    let permits: DispatchSemaphore

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler.schedule(state) { [permits] state in
            permits.wait()
            defer { permits.signal() }
            return action(state)
        }
    }
}
