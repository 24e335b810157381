#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How the last request to an endpoint went, and when the next one is allowed.
public struct LedgerEntry: Sendable, Hashable {
    /// How a request ended.
    public enum Outcome: Sendable, Hashable {
        /// An HTTP status arrived.
        case status(Int)
        /// No usable response arrived: a short name for programs and a sentence for people.
        case failure(kind: String, message: String)
    }

    /// What was asked, and by whom.
    public var endpoint: Endpoint
    /// For which feed.
    public var feed: FeedKey
    /// When.
    public var requestedAt: Date
    /// How it ended.
    public var outcome: Outcome
    /// The `ETag` to send back, byte for byte.
    public var eTag: String?
    /// The `Last-Modified` to send back, byte for byte.
    public var lastModified: String?
    /// Before this instant the endpoint is not asked again; nil when at any time.
    public var nextAllowedAt: Date?
    /// What says so.
    ///
    /// Without a rule the instant counts as our own spacing.
    public var rule: PollRule?
    /// Where the next page is, as the upstream named it.
    public var nextPage: String?
    /// Recorded: how many requests this entry stands for.
    ///
    /// Read: how many there were since `countedSince`.
    public var requests: Int
    /// Read: when the first of the counted requests was made.
    ///
    /// When recorded, nil and ignored.
    public var countedSince: Date?

    /// Describes one request, or several in a row that ended with this one.
    public init(
        endpoint: Endpoint, feed: FeedKey, requestedAt: Date, outcome: Outcome, eTag: String? = nil,
        lastModified: String? = nil, nextAllowedAt: Date? = nil, rule: PollRule? = nil, nextPage: String? = nil,
        requests: Int = 1, countedSince: Date? = nil
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
    }
}
