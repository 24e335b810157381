#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What one refresh learned about one feed.
public struct Refresh: Sendable, Hashable {
    /// An item as the upstream returns it now. Of two with the same id, the last one counts.
    public struct Item: Sendable, Hashable {
        /// Unique within the refresh's scope.
        public var id: String
        /// When it happened; nil for undated items.
        public var date: Date?
        /// Its place in the feed, smallest first.
        public var rank: Int?
        /// The bytes that the caller needs to show the item again.
        public var payload: Data
        /// What a search knows of it.
        public var search: SearchFields

        /// Creates an item.
        public init(
            id: String, date: Date? = nil, rank: Int? = nil, payload: Data, search: SearchFields = SearchFields()
        ) {
            self.id = id
            self.date = date
            self.rank = rank
            self.payload = payload
            self.search = search
        }
    }

    /// What happens to stored items that the refresh doesn't contain.
    public enum Mode: Sendable, Hashable {
        /// The feed goes on listing them: the upstream returns only the newest.
        case merge
        /// The feed no longer lists them: the upstream returns the whole list.
        case replace
    }

    /// The feed.
    public var feed: FeedKey
    /// Where the items' ids are unique: the upstream, or the feed's key.
    public var scope: String
    /// The fetched items, in any order.
    public var items: [Item]
    /// What happens to the other stored items.
    public var mode: Mode
    /// When it was fetched. New items are first seen then; without an `error`, the feed's time moves to it.
    public var fetchedAt: Date
    /// Ids of new items that arrive as read, such as older pages that were fetched on request.
    public var seen: Set<String>
    /// The number of items that could not be read; nil keeps the previous number.
    public var skipped: Int?
    /// Gaps that this refresh leaves, added to those known.
    public var gaps: [Gap]
    /// The span that this refresh covers completely. Known gaps within it are removed or shortened.
    public var closesGaps: ClosedRange<Date>?
    /// The title that the feed gives itself; nil keeps the previous one.
    public var title: String?
    /// Data kept beside the items; nil keeps the previous data.
    public var extra: Data?
    /// Why the refresh is incomplete; nil clears an earlier error. Items are stored in either case.
    public var error: StoredError?

    /// Creates a refresh.
    ///
    /// - Parameter scope: nil is the feed's upstream.
    public init(
        feed: FeedKey, scope: String? = nil, items: [Item], mode: Mode, fetchedAt: Date, seen: Set<String> = [],
        skipped: Int? = nil, gaps: [Gap] = [], closesGaps: ClosedRange<Date>? = nil, title: String? = nil,
        extra: Data? = nil, error: StoredError? = nil
    ) {
        self.feed = feed
        self.scope = scope ?? feed.upstream
        self.items = items
        self.mode = mode
        self.fetchedAt = fetchedAt
        self.seen = seen
        self.skipped = skipped
        self.gaps = gaps
        self.closesGaps = closesGaps
        self.title = title
        self.extra = extra
        self.error = error
    }

    /// The upstream reported no change: moves the feed's time and clears an earlier error.
    public static func unchanged(_ feed: FeedKey, fetchedAt: Date) -> Refresh {
        Refresh(feed: feed, items: [], mode: .merge, fetchedAt: fetchedAt)
    }

    /// Nothing arrived: stores the error and leaves the feed's time as it was.
    public static func failed(_ feed: FeedKey, _ error: StoredError) -> Refresh {
        Refresh(feed: feed, items: [], mode: .merge, fetchedAt: error.at, error: error)
    }
}
