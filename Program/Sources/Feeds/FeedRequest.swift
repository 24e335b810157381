import FeedStore

/// What to show of a feed, and whether to make requests for it.
package struct FeedRequest: Sendable, Hashable {
    /// When to make requests.
    package enum Mode: Sendable, Hashable {
        /// Never: show only stored items.
        case offline
        /// When the ledger allows it.
        case polite
        /// Now, unless a rate limit forbids it.
        case insisting
        /// Now, unless a rate limit forbids it: a hub said that something is new.
        case hinted
    }

    /// The maximum number of items to show.
    package var limit: Int
    /// The number of items to leave out before the first one.
    package var offset: Int
    /// When to make requests.
    package var mode: Mode
    /// The order of the items; nil for the feed's default.
    package var order: ItemOrder?
    /// How many days back, for feeds with a time window; nil for the default.
    package var days: Int?
    /// Which of the items to show.
    package var filter: ItemFilter

    /// A polite request for at most `limit` items by default.
    /// - Precondition: `limit` is positive.
    package init(
        limit: Int = 50, offset: Int = 0, mode: Mode = .polite, order: ItemOrder? = nil, days: Int? = nil,
        filter: ItemFilter = ItemFilter()
    ) {
        precondition(limit > 0, "`limit` must be positive.")
        self.limit = limit
        self.offset = offset
        self.mode = mode
        self.order = order
        self.days = days
        self.filter = filter
    }
}
