import Platform

/// The last request to an endpoint, and when the next one is allowed.
package struct LedgerEntry: Sendable, Hashable {
    /// The outcome of a request.
    package enum Outcome: Sendable, Hashable {
        /// An HTTP status arrived.
        case status(Int)
        /// No usable response arrived: a kind for programs and a message for readers.
        case failure(kind: String, message: String)
    }

    /// The endpoint.
    package var endpoint: Endpoint
    /// The feed that the request was for.
    package var feed: FeedKey
    /// The date when it was requested.
    package var requestedAt: Date
    /// The outcome of the request.
    package var outcome: Outcome
    /// The `ETag` to send, byte for byte.
    package var eTag: String?
    /// The `Last-Modified` to send, byte for byte.
    package var lastModified: String?
    /// The date when the next request is allowed; nil for any time.
    package var nextAllowedAt: Date?
    /// The rule that sets `nextAllowedAt`; nil counts as spacing.
    package var rule: PollRule?
    /// The address of the next page.
    package var nextPage: String?
    /// The number of requests: those that a new entry represents, or all since `countedSince` in a stored one.
    package var requests: Int
    /// The date when the first counted request was made. Ignored in a new entry.
    package var countedSince: Date?
    /// The date when the last complete response arrived, as opposed to a 304. Ignored in a new entry.
    package var receivedAt: Date?
    /// The end of the lease under which the request was made: recording a new entry ends that lease. Nil in a stored entry.
    package var leasedUntil: Date?

    /// Creates an entry for one request, or for the last of several.
    package init(
        endpoint: Endpoint, feed: FeedKey, requestedAt: Date, outcome: Outcome, eTag: String? = nil,
        lastModified: String? = nil, nextAllowedAt: Date? = nil, rule: PollRule? = nil, nextPage: String? = nil,
        requests: Int = 1, countedSince: Date? = nil, receivedAt: Date? = nil, leasedUntil: Date? = nil
    ) {
        self.endpoint = endpoint
        self.feed = feed
        self.requestedAt = requestedAt
        self.outcome = outcome
        self.eTag = eTag
        self.lastModified = lastModified
        self.nextAllowedAt = nextAllowedAt
        self.rule = rule
        self.nextPage = nextPage
        self.requests = requests
        self.countedSince = countedSince
        self.receivedAt = receivedAt
        self.leasedUntil = leasedUntil
    }
}

/// An address and its requester. Validators and limits apply to both together.
package struct Endpoint: Hashable, Sendable {
    /// The address, without secrets.
    package let url: String
    /// `anonymous`, or a short hash of the token; never the token.
    package let requester: String

    /// Creates an endpoint.
    package init(url: String, requester: String) {
        self.url = url
        self.requester = requester
    }
}

/// The part of the ledger to read.
package enum LedgerScope: Sendable, Hashable {
    /// All of it.
    case all
    /// The requests made for a feed.
    case feed(FeedKey)
    /// The requests made for the feeds of an upstream at `since` or later. Reads all requests since then.
    case upstream(String, since: Date)
}

/// A rate limit as the upstream last reported it.
package struct Quota: Sendable, Hashable {
    /// Identifies a rate limit.
    package struct Key: Sendable, Hashable {
        /// The upstream's host, with its port unless it is the scheme's default.
        package let host: String
        /// The resource that the limit counts, such as `core` or `search`.
        package let resource: String
        /// `anonymous`, or a short hash of the token.
        package let requester: String

        /// Creates a key.
        package init(host: String, resource: String, requester: String) {
            self.host = host
            self.resource = resource
            self.requester = requester
        }
    }

    /// The limit that this reports on.
    package var key: Key
    /// The requests per period; nil if the upstream doesn't say, as with only a `Retry-After`.
    package var limit: Int?
    /// The requests left until `resetAt`. At 0 or less, claims that respect this quota are refused.
    package var remaining: Int
    /// The date when the period ends.
    package var resetAt: Date
    /// The date of the report. Older reports never overwrite newer ones.
    package var reportedAt: Date
    /// The header that reported it.
    package var rule: PollRule

    /// Creates a report.
    package init(
        key: Key, limit: Int?, remaining: Int, resetAt: Date, reportedAt: Date, rule: PollRule = .rateLimitReset
    ) {
        self.key = key
        self.limit = limit
        self.remaining = remaining
        self.resetAt = resetAt
        self.reportedAt = reportedAt
        self.rule = rule
    }
}

/// The rule that determines when the next request is allowed.
package enum PollRule: String, Sendable, Hashable, CaseIterable {
    /// The upstream's poll interval.
    case pollInterval = "X-Poll-Interval"
    /// The upstream's `Retry-After` (RFC 9110, 10.2.3).
    case retryAfter = "Retry-After"
    /// The response is fresh until then (RFC 9111).
    case cacheControl = "Cache-Control"
    /// The response is fresh until then, and has no `max-age` (RFC 9111, 5.3).
    case expires = "Expires"
    /// The feed asks for the pause in its body, such as with RSS `ttl` or `skipHours`.
    case feed
    /// The rate limit is exhausted until then.
    case rateLimitReset = "x-ratelimit-reset"
    /// Freshet's interval.
    case spacing
    /// The reader's interval for a followed feed.
    case chosenInterval
    /// A hub delivers the feed, so that it is polled only once a day.
    case webSub = "WebSub"
    /// Freshet's backoff after refusals without a date.
    case backoff

    /// True if the rule also applies to an explicit refresh, for at most an hour.
    package var isLimit: Bool {
        switch self {
        case .retryAfter, .rateLimitReset, .backoff: true
        case .pollInterval, .cacheControl, .expires, .feed, .spacing, .chosenInterval, .webSub: false
        }
    }
}
