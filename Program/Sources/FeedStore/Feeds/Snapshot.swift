#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A feed at one instant: all its parts come from the same commit.
public struct Snapshot: Sendable, Hashable {
    /// The current items: dated ones newest first, then undated ones by rank; bounded by the limit that was asked for.
    public var items: [StoredItem]
    /// How many current items there are without the limit.
    public var total: Int
    /// How many of them are new; 0 before the first showing.
    public var newCount: Int
    /// When the feed was last refreshed without an error; nil when never.
    public var fetchedAt: Date?
    /// How many items the last refresh that said so could not read.
    public var skipped: Int
    /// What is missing between the items, newest first, disjoint.
    public var gaps: [Gap]
    /// Why the last refresh failed; nil when it did not.
    public var error: StoredError?
    /// Whether the feed was ever marked as shown.
    ///
    /// Before, no item is new.
    public var hasBeenShown: Bool
    /// What the caller keeps beside the items; nil until a refresh brings it.
    public var extra: Data?

    /// Puts together a snapshot; without arguments, that of a feed never fetched.
    public init(
        items: [StoredItem] = [], total: Int = 0, newCount: Int = 0, fetchedAt: Date? = nil, skipped: Int = 0,
        gaps: [Gap] = [], error: StoredError? = nil, hasBeenShown: Bool = false, extra: Data? = nil
    ) {
        self.items = items
        self.total = total
        self.newCount = newCount
        self.fetchedAt = fetchedAt
        self.skipped = skipped
        self.gaps = gaps
        self.error = error
        self.hasBeenShown = hasBeenShown
        self.extra = extra
    }
}
