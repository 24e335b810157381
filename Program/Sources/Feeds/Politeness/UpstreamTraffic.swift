import FeedStore
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization

/// State that the refreshes of an environment share: requests in flight, and limits that aren't in the store yet.
final class UpstreamTraffic: Sendable {
    private struct Report {
        let quota: Quota
        let reporter: ObjectIdentifier
    }

    private let gates: [String: RequestGate]
    private let reports = Mutex<[Quota.Key: Report]>([:])

    init(_ catalog: FeedCatalog) {
        gates = catalog.upstreams.reduce(into: [:]) { gates, upstream in
            gates[upstream.id] = upstream.maximumInFlight.map(RequestGate.init)
        }
    }

    /// Limits the requests in flight to an upstream; nil if it has no such limit.
    func gate(of upstream: Upstream) -> RequestGate? { gates[upstream.id] }

    /// Reports a quota to all refreshes before it is committed.
    func report(_ quota: Quota, by reporter: AnyObject) {
        reports.withLock { reports in
            if let known = reports[quota.key]?.quota, known.reportedAt > quota.reportedAt { return }
            reports[quota.key] = Report(quota: quota, reporter: ObjectIdentifier(reporter))
        }
    }

    /// Removes reports that have been committed.
    func forgetReports(by reporter: AnyObject) {
        reports.withLock { reports in
            reports = reports.filter { $0.value.reporter != ObjectIdentifier(reporter) }
        }
    }

    /// The reports that aren't in the store yet.
    func reported(at now: Date) -> [Quota] {
        reports.withLock { $0.values.map(\.quota) }.filter { !$0.isAhead(of: now) }
    }

    /// The newest report of each limit, from the store and from uncommitted refreshes.
    func quotas(_ store: FeedStore, at now: Date) throws -> [Quota] {
        let reported = Dictionary(uniqueKeysWithValues: reported(at: now).map { ($0.key, $0) })
        let stored = try store.quotas(at: now).filter { quota in
            reported[quota.key].map { $0.reportedAt < quota.reportedAt } ?? true
        }
        let known = Set(stored.map(\.key))
        return stored + reported.values.filter { !known.contains($0.key) }
    }

    /// The last refusal of the request's host that didn't say for how long.
    func lastRefusal(_ request: HTTPRequest, _ store: FeedStore, at now: Date) throws -> Quota? {
        let key = Quota.Key(nil, for: request)
        return try quotas(store, at: now).first { $0.key == key && $0.rule == .backoff }
    }

    /// The remaining limit after requests whose responses don't report it; nil if the upstream never reported it.
    func spent(_ outcome: RequestOutcome, _ upstream: Upstream, _ store: FeedStore, at now: Date) throws -> Quota? {
        guard let documented = upstream.limit, outcome.policy.resource == documented.resource else { return nil }
        let key = Quota.Key(outcome.policy.resource, for: outcome.request)
        guard var quota = try quotas(store, at: now).first(where: { $0.key == key }), let limit = quota.limit else {
            return nil
        }
        // The first request after the period begins the next one.
        if quota.resetAt <= now { (quota.remaining, quota.resetAt) = (limit, now + documented.period) }
        quota.remaining = max(0, quota.remaining - max(1, outcome.count.value))
        quota.reportedAt = now
        return quota
    }
}
