import Platform

/// The last request to an endpoint, and when the next one is allowed.
package struct LedgerEntry: Sendable, Hashable {
    /// How a request ended.
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
    /// When it was requested.
    package var requestedAt: Date
    /// How the request ended.
    package var outcome: Outcome
    /// The `ETag` to send, byte for byte.
    package var eTag: String?
    /// The `Last-Modified` to send, byte for byte.
    package var lastModified: String?
    /// When the next request is allowed; nil for at any time.
    package var nextAllowedAt: Date?
    /// The rule behind `nextAllowedAt`; nil counts as spacing.
    package var rule: PollRule?
    /// The address of the next page.
    package var nextPage: String?
    /// The number of requests: those that a new entry represents, or all since `countedSince` in a stored one.
    package var requests: Int
    /// When the first counted request was made. Ignored in a new entry.
    package var countedSince: Date?
    /// When the last complete response arrived, as opposed to a 304. Ignored in a new entry.
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
