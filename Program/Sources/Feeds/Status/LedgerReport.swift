import FeedStore
import Platform
import WebText

/// Requests, rate limits, and how often feeds can be refreshed.
package struct LedgerReport: Sendable {
    /// One entry for each requested address, sorted by feed.
    package let entries: [LedgerEntry]
    /// The remaining requests of each rate limit.
    package let quotas: [Quota]
    /// How the rate limit is shared by the feeds; nil if no feed counts against one.
    package let forecast: Forecast?
    /// The sinks with the results of their deliveries.
    package let sinks: [NamedSink]

    /// Reads the ledger.
    package init(_ environment: FeedEnvironment) throws {
        entries = try environment.store.ledger().sorted {
            ($0.feed.rawValue, $0.endpoint.url) < ($1.feed.rawValue, $1.endpoint.url)
        }
        quotas = try environment.store.quotas(at: environment.now())
        sinks = try environment.sinks()
        let (entries, quotas, now) = (entries, quotas, environment.now())
        forecast =
            environment.catalog.upstreams.lazy.compactMap { upstream in
                Forecast(
                    upstream, entries, quotas, requester: Requester(token: environment.token(for: upstream)), now: now)
            }.first
    }
}

/// How often each rate-limited feed can be refreshed if all feeds of the last day are watched.
package struct Forecast: Sendable, Hashable {
    /// The number of feeds.
    package let feeds: Int
    /// The upstream's poll interval in seconds.
    package let pollInterval: Int
    /// Requests an hour at that interval.
    package let needed: Int
    /// Requests an hour that the limit allows.
    package let limit: Int
    /// Whether requests use a token.
    package let hasToken: Bool

    init?(_ upstream: Upstream, _ entries: [LedgerEntry], _ quotas: [Quota], requester: Requester, now: Date) {
        guard let documented = upstream.limit else { return nil }
        let day: TimeInterval = 86_400
        let polled = entries.filter {
            $0.feed.upstream == upstream.id && $0.endpoint.requester == requester.name && $0.rule == .pollInterval
                && now.timeIntervalSince($0.requestedAt) < day
        }
        feeds = Set(polled.map(\.feed)).count
        guard feeds > 0 else { return nil }
        let intervals = polled.compactMap { entry in
            entry.nextAllowedAt.map { Int(clamped: $0.timeIntervalSince(entry.requestedAt).rounded()) }
        }
        pollInterval = max(60, intervals.filter { $0 <= 3600 }.max() ?? 60)
        needed = feeds * 3600 / pollInterval
        hasToken = requester != .anonymous
        let known = quotas.first {
            $0.key.requester == requester.name && $0.key.resource == documented.resource
        }?.limit
        limit = max(1, known ?? documented.requests(for: requester))
    }

    /// Seconds between two refreshes of a feed, within the limit.
    package var interval: Int { max(pollInterval, (feeds * 3600 + limit - 1) / limit) }

    /// "12 feeds refreshed every 60 s need 720 requests an hour; the limit without a token is 60, so each is refreshed every 12 min".
    package var sentence: String {
        let what = feeds.counted("feed")
        let need =
            "\(what) refreshed every \(pollInterval) s need\(feeds == 1 ? "s" : "") \(needed.grouped) requests an hour"
        let have = "the limit \(hasToken ? "with this token" : "without a token") is \(limit.grouped)"
        if interval == pollInterval { return "\(need); \(have)" }
        let every = interval < 120 ? "\(interval) s" : "\((interval + 30) / 60) min"
        return "\(need); \(have), so each is refreshed every \(every)"
    }
}
