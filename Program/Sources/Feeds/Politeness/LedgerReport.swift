import FeedStore
import Platform
import WebText

/// Requests, rate limits, and how often feeds can be refreshed.
package struct LedgerReport: Sendable {
    /// One entry for each requested address, sorted by feed.
    package let entries: [LedgerEntry]
    /// The remaining requests of each rate limit.
    package let quotas: [Quota]
    /// The shares of the feeds in the rate limit; nil if no feed counts against one.
    package let forecast: Forecast?
    /// The destinations with the results of their deliveries.
    package let destinations: [NamedDestination]

    /// Reads the ledger.
    package init(_ environment: FeedEnvironment) throws {
        entries = try environment.store.ledger().sorted {
            ($0.feed.rawValue, $0.endpoint.url) < ($1.feed.rawValue, $1.endpoint.url)
        }
        quotas = try environment.store.quotas(at: environment.now())
        destinations = try environment.destinations()
        let (entries, quotas, now) = (entries, quotas, environment.now())
        forecast =
            environment.catalog.upstreams.lazy.compactMap { upstream in
                Forecast(
                    upstream, entries, quotas, requester: Requester(token: environment.token(for: upstream)), now: now)
            }.first
    }
}

/// The rate at which each rate-limited feed can be refreshed if all feeds of the last day are watched.
package struct Forecast: Sendable, Hashable {
    /// The number of feeds.
    package let feeds: Int
    /// The upstream's poll interval in seconds.
    package let pollInterval: Int
    /// Requests an hour at that interval.
    package let needed: Int
    /// Requests an hour that the limit allows.
    package let limit: Int
    /// True if requests use a token.
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

/// The requests for one feed with one token, or without one.
package struct LedgerGroup {
    /// The entry that decides when the next request is allowed.
    package let leading: LedgerEntry
    /// The entry with the worst outcome.
    package let worst: LedgerEntry
    /// The time of the last request.
    package let requestedAt: Date
    /// The number of requests.
    package let requests: Int

    private init?(_ entries: [LedgerEntry]) {
        func isLater(_ lhs: LedgerEntry, _ rhs: LedgerEntry) -> Bool {
            (lhs.nextAllowedAt ?? .distantPast, lhs.requestedAt) < (rhs.nextAllowedAt ?? .distantPast, rhs.requestedAt)
        }
        guard let leading = entries.max(by: isLater) else { return nil }
        self.leading = leading
        worst = entries.first { $0.hasFailed } ?? leading
        requestedAt = entries.map(\.requestedAt).max() ?? leading.requestedAt
        requests = entries.reduce(0) { $0 + $1.requests }
    }

    /// The groups in the order of their first entries.
    package static func all(_ entries: [LedgerEntry]) -> [LedgerGroup] {
        struct Owner: Hashable {
            let feed: FeedKey
            let requester: String
        }
        var order: [Owner] = []
        var groups: [Owner: [LedgerEntry]] = [:]
        for entry in entries {
            let owner = Owner(feed: entry.feed, requester: entry.endpoint.requester)
            if groups[owner] == nil { order.append(owner) }
            groups[owner, default: []].append(entry)
        }
        return order.compactMap { LedgerGroup(groups[$0] ?? []) }
    }
}

extension LedgerEntry {
    fileprivate var hasFailed: Bool {
        switch outcome {
        case .status(let code): code >= 400
        case .failure: true
        }
    }
}

extension LedgerReport {
    /// The report as one line of JSON, its keys in alphabetical order; see `docs/json.md`.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(
            Document(
                requests: entries.map(Request.init), quotas: quotas.map(Limit.init),
                forecast: forecast.map(Need.init),
                destinations: destinations.map(DestinationFields.init)))
    }

    private struct Document: Encodable {
        let requests: [Request]
        let quotas: [Limit]
        @OrNull var forecast: Need?
        let destinations: [DestinationFields]
    }

    private struct Request: Encodable {
        let feed, url, requester, requestedAt: String
        @OrNull var status: Int?
        @OrNull var error: String?
        @OrNull var message: String?
        @OrNull var nextAllowedAt: String?
        @OrNull var rule: String?
        let count: Int

        init(_ entry: LedgerEntry) {
            feed = entry.feed.rawValue
            url = entry.endpoint.url
            requester = entry.endpoint.requester
            requestedAt = entry.requestedAt.internetDateTime
            switch entry.outcome {
            case .status(let code): (status, error, message) = (code, nil, nil)
            case .failure(let kind, let text): (status, error, message) = (nil, kind, text)
            }
            nextAllowedAt = entry.nextAllowedAt?.internetDateTime
            rule = entry.rule?.rawValue
            count = entry.requests
        }
    }

    private struct Limit: Encodable {
        let host, resource, requester, resetAt, seenAt: String
        @OrNull var limit: Int?
        let remaining: Int

        init(_ quota: Quota) {
            host = quota.key.host
            resource = quota.key.resource
            requester = quota.key.requester
            limit = quota.limit
            remaining = quota.remaining
            resetAt = quota.resetAt.internetDateTime
            seenAt = quota.reportedAt.internetDateTime
        }
    }

    private struct Need: Encodable {
        let feeds, pollInterval, requestsNeeded, requestsAllowed, interval: Int
        let sentence: String

        init(_ forecast: Forecast) {
            feeds = forecast.feeds
            pollInterval = forecast.pollInterval
            requestsNeeded = forecast.needed
            requestsAllowed = forecast.limit
            interval = forecast.interval
            sentence = forecast.sentence
        }
    }
}

extension PollRule {
    /// The rule in words, for a sentence or a table: a rule of the upstream's by the name of its header.
    package var words: String {
        switch self {
        case .spacing: "Freshet's interval"
        case .chosenInterval: "the interval you chose"
        case .backoff: "Freshet's backoff after refusals"
        case .feed: "the interval that the feed asks for"
        case .webSub: "the interval of feeds that a hub delivers"
        case .pollInterval, .retryAfter, .cacheControl, .expires, .rateLimitReset: rawValue
        }
    }
}
