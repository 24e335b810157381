#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Items chosen by feed, marks and date.
public struct ItemSelection: Sendable, Hashable {
    /// The feeds whose items are chosen.
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
        /// The followed feeds in a folder. Letter case matters.
        case folder(String)
    }

    /// The feeds whose items are chosen.
    public var feeds: Feeds
    /// Chooses unread items (true) or read items (false); nil chooses both.
    public var isUnread: Bool?
    /// Chooses saved items (true) or other items (false); nil chooses both.
    public var isSaved: Bool?
    /// Chooses items dated earlier than this. The date of an undated item is when it was first seen.
    public var before: Date?

    /// Chooses items that rules hide (true) or show (false).
    public var isMuted: Bool

    /// Creates a selection; without arguments, it chooses everything.
    public init(
        _ feeds: Feeds = .all, isUnread: Bool? = nil, isSaved: Bool? = nil, before: Date? = nil, isMuted: Bool = false
    ) {
        self.feeds = feeds
        self.isUnread = isUnread
        self.isSaved = isSaved
        self.before = before
        self.isMuted = isMuted
    }
}
