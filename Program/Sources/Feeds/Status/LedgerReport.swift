public import FeedStore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What was asked of the upstreams, what is left, and where it leads.
public struct LedgerReport: Sendable {
    /// One for each address that was asked for, by feed.
    public let entries: [LedgerEntry]
    /// What is left of each limit.
    public let quotas: [Quota]
    /// What the feeds in the store need, and what they get.
    public let forecast: Forecast?

    /// Reads the ledger.
    /// - Parameter gitHubToken: tells which of GitHub's limits holds; kept nowhere.
    public init(_ store: some FeedStore, gitHubToken: String?, now: Date) throws {
        entries = try store.ledger().sorted {
            ($0.feed.rawValue, $0.endpoint.url) < ($1.feed.rawValue, $1.endpoint.url)
        }
        quotas = try store.quotas()
        forecast = Forecast(entries, quotas, requester: Requester(token: gitHubToken).name, now: now)
    }
}

/// How often each GitHub repository can be asked for if all that were looked at within a day are watched.
public struct Forecast: Sendable, Hashable {
    /// How many repositories.
    public let feeds: Int
    /// The upstream's wish, in seconds between two requests of one feed.
    public let pollInterval: Int
    /// How many requests an hour that would be.
    public let needed: Int
    /// How many requests an hour there are.
    public let limit: Int
    /// Whether a token is used.
    public let hasToken: Bool

    init?(_ entries: [LedgerEntry], _ quotas: [Quota], requester: String, now: Date) {
        let day: TimeInterval = 86_400
        let polled = entries.filter {
            $0.feed.isGitHub && $0.endpoint.requester == requester && $0.rule == .pollInterval
                && now.timeIntervalSince($0.requestedAt) < day
        }
        feeds = Set(polled.map(\.feed)).count
        guard feeds > 0 else { return nil }
        let intervals = polled.compactMap { entry in
            entry.nextAllowedAt.map { Int($0.timeIntervalSince(entry.requestedAt).rounded()) }
        }
        pollInterval = max(60, intervals.filter { $0 <= 3600 }.max() ?? 60)
        needed = feeds * 3600 / pollInterval
        hasToken = requester != Requester.anonymous.name
        let known = quotas.first { $0.key.requester == requester && $0.key.resource == "core" }?.limit
        limit = max(1, known ?? (hasToken ? 5000 : 60))
    }

    /// Seconds between two requests of one feed that the limit leaves.
    public var interval: Int { max(pollInterval, (feeds * 3600 + limit - 1) / limit) }

    /// "12 repositories at 60 s need 720 requests an hour; without a token there are 60: each is asked every 12 min".
    public var sentence: String {
        let what = feeds == 1 ? "1 repository" : "\(feeds) repositories"
        let need = "\(what) at \(pollInterval) s need\(feeds == 1 ? "s" : "") \(needed) requests an hour"
        let have = "\(hasToken ? "with this token" : "without a token") there are \(limit)"
        let every = interval < 120 ? "\(interval) s" : "\((interval + 30) / 60) min"
        return "\(need); \(have): each is asked every \(every)"
    }
}

extension FeedKey {
    /// Whether GitHub is asked for this feed.
    var isGitHub: Bool { rawValue.hasPrefix("github/") }
}
