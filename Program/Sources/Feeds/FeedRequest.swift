public import FeedStore

/// What is asked of a feed.
public struct FeedRequest: Sendable, Hashable {
    /// When requests are made.
    public enum Mode: Sendable, Hashable {
        /// Never: only what is stored is shown.
        case offline
        /// When the ledger allows it.
        case polite
        /// Now, unless a limit of the upstream forbids it.
        case insisting
    }

    /// How many items are shown at most.
    public var limit: Int
    /// When requests are made.
    public var mode: Mode
    /// The order of the items; nil for the feed's own.
    public var order: ItemOrder?
    /// How many days back, for feeds that are of some days; nil for as many as usual.
    public var days: Int?

    /// At most `limit` items, politely unless told otherwise.
    /// - Precondition: `limit` is positive.
    public init(limit: Int = 50, mode: Mode = .polite, order: ItemOrder? = nil, days: Int? = nil) {
        precondition(limit > 0, "`limit` must be positive.")
        self.limit = limit
        self.mode = mode
        self.order = order
        self.days = days
    }
}
