#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What one refresh learned about one feed.
public struct Refresh: Sendable, Hashable {
    /// An item as the upstream gives it now.
    ///
    /// Of two with the same id the last one counts.
    public struct Item: Sendable, Hashable {
        /// Unique within the feed.
        public var id: String
        /// When it happened; undated items are listed after dated ones.
        public var date: Date?
        /// Its place in the list, smallest first.
        public var rank: Int?
        /// Whatever the caller needs to show it again.
        public var payload: Data

        /// Describes one item.
        public init(id: String, date: Date? = nil, rank: Int? = nil, payload: Data) {
            self.id = id
            self.date = date
            self.rank = rank
            self.payload = payload
        }
    }

    /// What becomes of the items that are stored but not named.
    public enum Mode: Sendable, Hashable {
        /// They stay current: the upstream gives only what is newest.
        case merge
        /// They are kept, but are no longer current: the upstream gives the whole list.
        case replace
    }

    /// Which feed.
    public var feed: FeedKey
    /// What was fetched, in any order.
    public var items: [Item]
    /// What becomes of the rest.
    public var mode: Mode
    /// When it was fetched: the first-seen date of new items, and unless there is an `error`, of the feed.
    public var fetchedAt: Date
    /// Ids of those among `items` that are no news though they may come for the first time.
    ///
    /// Such as what is there only because more was asked for.
    public var seen: Set<String>
    /// How many items could not be read; nil leaves the number as it was.
    public var skipped: Int?
    /// Gaps that this refresh could not close, added to those known.
    public var gaps: [Gap]
    /// The span in which this refresh saw everything: known gaps within it go or shrink.
    public var closesGaps: ClosedRange<Date>?
    /// What to keep beside the items; nil leaves it as it was.
    public var extra: Data?
    /// Why the refresh is not whole; nil clears an earlier error.
    ///
    /// Items that did arrive are taken in all the same.
    public var error: StoredError?

    /// Describes a refresh; what is left out changes nothing, but an earlier error is cleared.
    public init(
        feed: FeedKey, items: [Item], mode: Mode, fetchedAt: Date, seen: Set<String> = [], skipped: Int? = nil,
        gaps: [Gap] = [],
        closesGaps: ClosedRange<Date>? = nil, extra: Data? = nil, error: StoredError? = nil
    ) {
        self.feed = feed
        self.items = items
        self.mode = mode
        self.fetchedAt = fetchedAt
        self.seen = seen
        self.skipped = skipped
        self.gaps = gaps
        self.closesGaps = closesGaps
        self.extra = extra
        self.error = error
    }

    /// The upstream said that nothing changed: only the time moves, and an earlier error is cleared.
    public static func unchanged(_ feed: FeedKey, fetchedAt: Date) -> Refresh {
        Refresh(feed: feed, items: [], mode: .merge, fetchedAt: fetchedAt)
    }

    /// Nothing arrived: the error is kept beside what is stored, and the feed's time stays as it was.
    public static func failed(_ feed: FeedKey, _ error: StoredError) -> Refresh {
        Refresh(feed: feed, items: [], mode: .merge, fetchedAt: error.at, error: error)
    }
}
