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

    /// That many items, politely unless told otherwise.
    /// - Precondition: `limit` is positive.
    public init(limit: Int = 50, mode: Mode = .polite) {
        precondition(limit > 0, "A feed of \(limit) items shows nothing.")
        self.limit = limit
        self.mode = mode
    }
}
