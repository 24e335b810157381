public import Platform

/// A selection of items by feed, marks and date.
public struct ItemSelection: Sendable, Hashable {
    /// The feeds whose items are selected.
    ///
    /// A feed contributes the items it currently lists. With ``ItemSelection/isSaved`` true it also contributes the
    /// saved items that it listed before.
    public enum Feeds: Sendable, Hashable {
        /// Every feed, and saved items that no feed lists any more.
        case all
        /// Every followed feed.
        case followed
        /// One feed.
        case feed(FeedKey)
        /// The followed feeds in a folder and its subfolders. Case matters.
        case folder(String)
    }

    /// A word that an item contains; see ``ItemWords``.
    public struct Word: Sendable, Hashable {
        /// The word, in lower case.
        public var text: String
        /// Feeds whose items have the word in another place, such as the feed's name.
        public var feeds: [FeedKey]

        /// A word of items.
        public init(_ text: String, feeds: [FeedKey] = []) {
            self.text = text
            self.feeds = feeds
        }
    }

    /// The feeds whose items are selected.
    public var feeds: Feeds
    /// Selects unread items (true) or read items (false); nil selects both.
    public var isUnread: Bool?
    /// Selects items that were read later than this, too, where unread ones are selected.
    ///
    /// Items that arrived as read, or that following their feed marked as read, weren't read.
    public var readSince: Date?
    /// Selects saved items (true) or other items (false); nil selects both.
    public var isSaved: Bool?
    /// Selects items dated earlier than this. An undated item has the date when it was first seen.
    public var before: Date?
    /// Selects items that were first seen at this time or earlier.
    public var firstSeenBy: Date?
    /// Selects items that contain each of these words.
    public var words: [Word]

    /// Selects items that rules hide (true) or show (false).
    public var isMuted: Bool
    /// Whether the oldest items come first; saved items by when they were saved.
    public var isOldestFirst: Bool

    /// Creates a selection; by default it selects everything.
    public init(
        _ feeds: Feeds = .all, isUnread: Bool? = nil, readSince: Date? = nil, isSaved: Bool? = nil,
        before: Date? = nil, firstSeenBy: Date? = nil, words: [Word] = [], isMuted: Bool = false,
        isOldestFirst: Bool = false
    ) {
        self.feeds = feeds
        self.isUnread = isUnread
        self.readSince = readSince
        self.isSaved = isSaved
        self.before = before
        self.firstSeenBy = firstSeenBy
        self.words = words
        self.isMuted = isMuted
        self.isOldestFirst = isOldestFirst
    }
}
