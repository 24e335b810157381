import Platform
import Search

/// The result of one refresh of one feed.
package struct FeedUpdate: Sendable, Hashable {
    /// An item as the upstream returns it. The last of several with the same id wins.
    package struct Item: Sendable, Hashable {
        /// Unique within the refresh's scope.
        package var id: String
        /// The date when it happened; nil for undated items.
        package var date: Date?
        /// Its place in the feed, smallest first.
        package var rank: Int?
        /// The bytes from which the caller restores the item.
        package var payload: Data
        /// The text and values that searches use.
        package var search: SearchFields
        /// Makes what is compared with stories; nil to read that from the payload.
        package var story: StorySource?

        /// Creates an item.
        package init(
            id: String, date: Date? = nil, rank: Int? = nil, payload: Data, search: SearchFields = SearchFields(),
            story: StorySource? = nil
        ) {
            self.id = id
            self.date = date
            self.rank = rank
            self.payload = payload
            self.search = search
            self.story = story
        }
    }

    /// The treatment of stored items that the refresh doesn't contain.
    package enum Mode: Sendable, Hashable {
        /// They stay listed: the upstream returns only the newest items.
        case merge
        /// They are unlisted: the upstream returns the whole list.
        case replace
    }

    /// The accounts that may read the feed after the refresh.
    package enum Access: Sendable, Hashable {
        /// No change.
        case asBefore
        case everybody
        /// Administrators, because the feed is in a private network.
        ///
        /// Other accounts lose the items that only this feed lists.
        case administrators
        /// One account. Other accounts lose the items that only this feed lists.
        case only(Account.ID)
    }

    /// The feed.
    package var feed: FeedKey
    /// The namespace of the items' ids: the upstream by default.
    package var scope: String
    /// The fetched items, in any order. Among those of the same date, and among undated ones, the newest comes first.
    package var items: [Item]
    /// The treatment of the other stored items.
    package var mode: Mode
    /// The ids of items that the upstream has removed, and the feed unlists. ``items`` may contain their last versions.
    package var removed: Set<String> = []
    /// The date of the fetch, when new items are first seen. Without an `error`, it becomes the feed's date.
    package var fetchedAt: Date
    /// Ids of new items that arrive as read, such as older pages that were fetched on request.
    package var read: Set<String>
    /// True if a later date of a read item makes it unread: its upstream lists items by their last activity.
    package var isUnreadWhenLater = false
    /// The number of unreadable items; nil keeps the previous number.
    package var skipped: Int?
    /// New gaps, added to the known ones.
    package var gaps: [Gap]
    /// The span that this refresh covers completely. Known gaps within it are removed or shortened.
    package var closesGaps: ClosedRange<Date>?
    /// The feed's own title; nil keeps the previous one.
    package var title: String?
    /// Additional data of the feed; nil keeps the previous data.
    package var extra: Data?
    /// The accounts that may read the feed after the refresh.
    package var access = Access.asBefore
    /// The reason why the refresh is incomplete; nil clears an earlier error. Items are stored in either case.
    package var error: StoredError?

    /// Creates an update.
    ///
    /// - Parameter scope: the namespace of the ids; nil for the feed's upstream.
    package init(
        feed: FeedKey, scope: String? = nil, items: [Item], mode: Mode, fetchedAt: Date, read: Set<String> = [],
        skipped: Int? = nil, gaps: [Gap] = [], closesGaps: ClosedRange<Date>? = nil, title: String? = nil,
        extra: Data? = nil, error: StoredError? = nil
    ) {
        self.feed = feed
        self.scope = scope ?? feed.upstream
        self.items = items
        self.mode = mode
        self.fetchedAt = fetchedAt
        self.read = read
        self.skipped = skipped
        self.gaps = gaps
        self.closesGaps = closesGaps
        self.title = title
        self.extra = extra
        self.error = error
    }

    /// The upstream reported no change: moves the feed's time and clears an earlier error.
    package static func unchanged(_ feed: FeedKey, fetchedAt: Date) -> FeedUpdate {
        FeedUpdate(feed: feed, items: [], mode: .merge, fetchedAt: fetchedAt)
    }

    /// Nothing arrived: stores the error and leaves the feed's time as it was.
    package static func failed(_ feed: FeedKey, _ error: StoredError) -> FeedUpdate {
        FeedUpdate(feed: feed, items: [], mode: .merge, fetchedAt: error.at, error: error)
    }

    /// The items in the order in which they get their numbers: the newest last, so that it counts as the last one to arrive.
    ///
    /// Items with ranks come after the others, the smallest rank last. The others go by date, after undated ones. Where both
    /// are equal, the first of the feed comes last.
    var inOrderOfArrival: [Item] {
        let last = Dictionary(items.enumerated().map { ($1.id, $0) }) { max($0, $1) }
        let once = items.enumerated().filter { last[$1.id] == $0 }
        return once.sorted { one, other in
            let (rank, otherRank) = (one.element.rank ?? .max, other.element.rank ?? .max)
            if rank != otherRank { return rank > otherRank }
            let (date, otherDate) = (one.element.date ?? .distantPast, other.element.date ?? .distantPast)
            return date == otherDate ? one.offset > other.offset : date < otherDate
        }.map(\.element)
    }
}
