import FeedStore
import Feeds
import WebText

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What all pages of the server have in common at one instant.
struct Site: Sendable {
    /// The upstreams, in the order of menus.
    var upstreams: [Upstream]
    /// The followed feeds, in the order in which they were added.
    var followed: [FollowedItem]
    /// How many items of followed feeds are unread.
    var unread: UnreadCounts
    /// Notices about the store for readers, such as a rescue.
    var notices: [String]
    /// Whether readers sign in with a token.
    var hasToken: Bool
    /// The reader's display preferences.
    var preferences = Preferences()
    /// The program's version.
    var version: String
    /// The instant the page is made for.
    var now: Date
    /// The rejected form, if this page responds to one.
    var refused: RefusedForm?
    /// The path of an author's picture on this server; nil if initials stand for it.
    var avatar: @Sendable (Entry.Author) -> String?

    init(
        upstreams: [Upstream] = [], followed: [FollowedItem] = [], unread: UnreadCounts = UnreadCounts(),
        notices: [String] = [], hasToken: Bool = false, version: String = "", now: Date = Date(),
        avatar: @escaping @Sendable (Entry.Author) -> String? = { _ in nil }
    ) {
        self.upstreams = upstreams
        self.followed = followed
        self.unread = unread
        self.notices = notices
        self.hasToken = hasToken
        self.version = version
        self.now = now
        self.avatar = avatar
    }

    /// The followed feed's settings and name; nil if it isn't followed.
    func followed(_ feed: Feed) -> FollowedItem? { followed.first { $0.feed == feed } }

    /// How many items of a followed feed are unread.
    func unreadCount(_ feed: Feed) -> Int { unread.byFeed[feed.key] ?? 0 }

    /// How many items of a folder's feeds are unread; an item of two feeds counts twice.
    func unreadCount(folder: String) -> Int {
        followed.filter { $0.settings.folder == folder }.reduce(0) { $0 + unreadCount($1.feed) }
    }

    /// The folders of followed feeds, each once.
    var folders: [String] {
        var seen: Set<String> = []
        return followed.compactMap(\.settings.folder?.ifNotBlank).filter { seen.insert($0).inserted }
    }
}
