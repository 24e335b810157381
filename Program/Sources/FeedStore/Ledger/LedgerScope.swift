import Platform

/// The part of the ledger to read.
package enum LedgerScope: Sendable, Hashable {
    /// All of it.
    case all
    /// The requests made for a feed.
    case feed(FeedKey)
    /// The requests made for the feeds of an upstream at `since` or later. Reads all requests since then.
    case upstream(String, since: Date)
}
