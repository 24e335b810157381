public import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests made, requests left, and how often feeds can be refreshed.
public struct LedgerReport: Sendable {
    /// One for each address that was asked for, by feed.
    public let entries: [LedgerEntry]
    /// What is left of each limit.
    public let quotas: [Quota]
    /// What the feeds in the store need, and what they get.
    public let forecast: Forecast?
    /// Where notifications go, and how that went.
    public let sinks: [NamedSink]

    /// Reads the ledger.
    public init(_ environment: FeedEnvironment) throws {
        entries = try environment.store.ledger().sorted {
            ($0.feed.rawValue, $0.endpoint.url) < ($1.feed.rawValue, $1.endpoint.url)
        }
        quotas = try environment.store.quotas()
        sinks = try environment.sinks()
        let (entries, quotas, now) = (entries, quotas, environment.now())
        forecast =
            environment.catalog.upstreams.lazy.compactMap { upstream in
                Forecast(
                    upstream, entries, quotas, requester: Requester(token: environment.token(for: upstream)), now: now)
            }.first
    }
}

/// How often each feed of an upstream with a limit can be refreshed if all that were looked at within a day are watched.
public struct Forecast: Sendable, Hashable {
    /// How many feeds.
    public let feeds: Int
    /// The upstream's wish, in seconds between two requests of one feed.
    public let pollInterval: Int
    /// How many requests an hour that would be.
    public let needed: Int
    /// How many requests an hour the limit leaves.
    public let limit: Int
    /// Whether a token is used.
    public let hasToken: Bool

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
            entry.nextAllowedAt.map { Int($0.timeIntervalSince(entry.requestedAt).rounded()) }
        }
        pollInterval = max(60, intervals.filter { $0 <= 3600 }.max() ?? 60)
        needed = feeds * 3600 / pollInterval
        hasToken = requester != .anonymous
        let known = quotas.first {
            $0.key.requester == requester.name && $0.key.resource == documented.resource
        }?.limit
        limit = max(1, known ?? documented.requests(for: requester))
    }

    /// Seconds between two requests of one feed that the limit leaves.
    public var interval: Int { max(pollInterval, (feeds * 3600 + limit - 1) / limit) }

    /// "12 feeds at 60 s need 720 requests an hour; without a token there are 60: each is refreshed every 12 min".
    public var sentence: String {
        let what = feeds == 1 ? "1 feed" : "\(feeds) feeds"
        let need = "\(what) at \(pollInterval) s need\(feeds == 1 ? "s" : "") \(needed) requests an hour"
        let have = "\(hasToken ? "with this token" : "without a token") there are \(limit)"
        let every = interval < 120 ? "\(interval) s" : "\((interval + 30) / 60) min"
        return "\(need); \(have): each is refreshed every \(every)"
    }
}
