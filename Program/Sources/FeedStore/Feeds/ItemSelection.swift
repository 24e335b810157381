import Platform

/// A selection of items by feed, marks and date.
package struct ItemSelection: Sendable, Hashable {
    /// The feeds whose items are selected.
    ///
    /// A feed contributes the items it currently lists. With ``ItemSelection/isSaved`` true it also contributes the
    /// saved items that it listed before.
    package enum Feeds: Sendable, Hashable {
        /// Every feed, and saved items that no feed lists.
        case all
        /// Every followed feed.
        case followed
        /// One feed.
        case feed(FeedKey)
        /// Some feeds.
        case these([FeedKey])
        /// The followed feeds in a folder and its subfolders. Case matters.
        case folder(String)
        /// The followed feeds in a folder, without those in its subfolders; nil for those in none.
        case inFolder(String?)

        /// True if it names the feed by its key.
        package func name(_ feed: FeedKey) -> Bool {
            switch self {
            case .feed(let one): one == feed
            case .these(let keys): keys.contains(feed)
            case .all, .followed, .folder, .inFolder: false
            }
        }
    }

    /// A word that an item contains; see ``ItemWords``.
    package struct Word: Sendable, Hashable {
        /// The word, in lower case.
        package var text: String
        /// Feeds whose items have the word in another place, such as the feed's name.
        package var feeds: [FeedKey]

        /// A word of items.
        package init(_ text: String, feeds: [FeedKey] = []) {
            self.text = text
            self.feeds = feeds
        }
    }

    /// The feeds whose items are selected.
    package var feeds: Feeds
    /// Selects unread items (true) or read items (false); nil selects both.
    package var isUnread: Bool?
    /// Selects items that were read later than this, too, where unread ones are selected.
    ///
    /// Items that arrived as read, or that following their feed marked as read, weren't read.
    package var readSince: Date?
    /// Selects saved items (true) or other items (false); nil selects both.
    package var isSaved: Bool?
    /// Selects items with this label of the account, also those that rules hide; nil selects all.
    package var label: String?
    /// Selects items dated earlier than this. An undated item has the date when it was first seen.
    package var before: Date?
    /// Selects items dated later than this. An undated item has the date when it was first seen.
    package var since: Date?
    /// Selects items that were first seen at this time or earlier.
    package var firstSeenBy: Date?
    /// Selects items that were first seen at this time or later.
    package var firstSeenSince: Date?
    /// Selects items that last changed at this time or later: that arrived, were marked, or got another content.
    package var changedSince: Date?
    /// Selects items that last changed earlier than this.
    package var changedBefore: Date?
    /// Selects items with a higher number than this one, which arrived later.
    package var above: Int64?
    /// Selects items with a lower number than this one, which arrived earlier.
    package var below: Int64?
    /// Selects items that contain each of these words.
    package var words: [Word]
    /// Selects items in which a search finds words that begin with each of these; index new items first, with
    /// ``FeedStore/indexNewItems(until:)``.
    package var searched: [String] = []

    /// Selects one item of each story: the one with its headline.
    ///
    /// A story is read if all of its items are. An unread item that joined it after it was read counts as read, unless the account
    /// wants otherwise. Has no effect if the account has one row for each item; see ``StoryPreferences``.
    package var groupsStories: Bool

    /// Selects items that rules hide (true) or show (false).
    package var isMuted: Bool
    /// True if the oldest items come first; saved items by when they were saved.
    package var isOldestFirst: Bool
    /// The order of the items.
    package var order: Order

    /// An order of items across feeds.
    package enum Order: Sendable, Hashable {
        /// By date; undated items by when they were first seen, saved items by when they were saved.
        case date
        /// By number, which is the order of arrival.
        case arrival
        /// By date, saved items, too; undated items by when they were first seen. Reads all items of the selection.
        case published
        /// By when they last changed. Reads all items of the selection.
        case changed
        /// By a property, and then by number: title, author, the folder of the first followed feed that lists it, or whether
        /// it is unread. Capital letters come before small ones. Reads all items of the selection.
        case title, author, folder, state
    }

    /// Creates a selection; by default it selects everything.
    package init(
        _ feeds: Feeds = .all, isUnread: Bool? = nil, readSince: Date? = nil, isSaved: Bool? = nil,
        label: String? = nil,
        before: Date? = nil, firstSeenBy: Date? = nil, words: [Word] = [], isMuted: Bool = false,
        groupsStories: Bool = false, isOldestFirst: Bool = false, order: Order = .date
    ) {
        self.feeds = feeds
        self.isUnread = isUnread
        self.readSince = readSince
        self.isSaved = isSaved
        self.label = label
        self.before = before
        self.firstSeenBy = firstSeenBy
        self.words = words
        self.isMuted = isMuted
        self.groupsStories = groupsStories
        self.isOldestFirst = isOldestFirst
        self.order = order
    }
}

/// A filter of a feed's items.
package struct ItemFilter: Sendable, Hashable {
    /// The only kind of item, such as `PushEvent`; nil for all.
    package var kind: String?
    /// True to leave out read items.
    package var isUnreadOnly: Bool

    /// Words that each item contains; see ``ItemWords``.
    package var words: [String]

    /// By default, all items.
    package init(kind: String? = nil, isUnreadOnly: Bool = false, words: [String] = []) {
        self.kind = kind
        self.isUnreadOnly = isUnreadOnly
        self.words = words
    }
}

/// The order of a feed's items.
package enum ItemOrder: Sendable, Hashable, CaseIterable {
    /// Dated items newest first, then undated items by rank.
    case newest
    /// By rank, smallest first, then unranked items newest first.
    case ranked
    /// By measure, largest first, then items without a measure newest first.
    case largest
}
