import FeedStore
import Feeds
import Platform
import WebText

/// The values that all pages of the server share at one instant.
///
/// It lives as long as the page, or the frame of a live feed.
struct PageContext: Sendable {
    /// The upstreams, in the order of menus.
    var upstreams: [Upstream]
    /// The followed feeds, in the reader's order.
    var followed: [FollowedFeed]
    /// Names the version of that list; nil for pages without a stream of events.
    var followedID: EventID?
    /// The numbers of unread items of followed feeds.
    var unread: UnreadCounts
    /// Names what is unread, for the stream of events of a page; nil for pages without a stream.
    var unreadID: EventID?
    /// Notices about the store for readers, such as a rescue.
    var notices: [String]
    /// True if readers sign in, so that they can sign out.
    var canSignOut: Bool
    /// The account that the page is for; nil while there is only one.
    var account: Account?
    /// The account's settings.
    var preferences = AccountSettings()
    /// The program's version.
    var version: String
    /// The instant the page is made for.
    var now: Date
    /// The path below which readers reach the server; for rows that are sent as events.
    var prefix = PathPrefix.none
    /// The rejected form, if this page responds to one.
    var refused: RefusedForm?
    /// True if a link of another site opened the page.
    ///
    /// The page then loads, marks and reports nothing until the reader acts.
    var isForeign = false
    /// The path of an author's picture on this server; nil to show initials instead.
    var avatar: @Sendable (Entry.Author) -> String?

    /// The picture of a feed's item on this server; nil to show a link instead.
    var picture: @Sendable (WebAddress, Feed) -> ServedPicture? = { _, _ in nil }

    init(
        upstreams: [Upstream] = [], followed: [FollowedFeed] = [], followedID: EventID? = nil,
        unread: UnreadCounts = UnreadCounts(), unreadID: EventID? = nil, notices: [String] = [],
        canSignOut: Bool = false, version: String = "", now: Date = Date(),
        avatar: @escaping @Sendable (Entry.Author) -> String? = { _ in nil }
    ) {
        self.upstreams = upstreams
        self.followed = followed
        self.followedID = followedID
        self.unread = unread
        self.unreadID = unreadID
        self.notices = notices
        self.canSignOut = canSignOut
        self.version = version
        self.now = now
        self.avatar = avatar
    }

    /// An item's text, with its pictures.
    func text(_ text: String, atMost length: Int = 64_000, of feed: Feed?, headingLevel: Int) -> AllowedMarkup {
        AllowedMarkup(text, atMost: length, headingLevel: headingLevel) { address in
            feed.flatMap { picture(address, $0) }
        }
    }

    /// The markup of an item's text, with its pictures.
    func markup(_ text: String, of feed: Feed?, headingLevel: Int) -> HTML? {
        self.text(text, of: feed, headingLevel: headingLevel).markup
    }

    /// The upstreams that menus and the home page show.
    var shownUpstreams: [Upstream] { upstreams.filter { !preferences.hiddenUpstreams.contains($0.id) } }

    /// The followed feed's settings and name; nil if it isn't followed.
    func followed(_ feed: Feed) -> FollowedFeed? { followed.first { $0.feed == feed } }

    /// The name of a feed, as the reader knows it.
    func title(of feed: Feed) -> String { followed(feed)?.title ?? feed.title }

    /// The name of a followed feed; nil if it isn't followed.
    func title(_ feed: FeedKey) -> String? { followed.first { $0.feed.key == feed }?.title }

    /// The number of unread items of a followed feed.
    func unreadCount(_ feed: Feed) -> Int { unread.byFeed[feed.key] ?? 0 }

    /// The number of unread items of a folder and its subfolders; an item of two feeds counts twice, a story once.
    func unreadCount(_ folder: FeedFolder) -> Int { unread.total(of: folder) }

    /// The noun for a row of a list that groups stories.
    var rowNoun: (one: String, many: String) { preferences.stories == .on ? ("story", "stories") : ("item", "items") }

    /// The number of unread items in all followed feeds, kept up to date by the page.
    func unreadSummary(_ count: Int) -> HTML {
        let (one, many) = rowNoun
        return """
            <span data-unread="/unread" data-nouns="\(one)|\(many)">\(count.grouped) unread\
            <span class="noun"> \(count == 1 ? one : many)</span></span>
            """
    }

    /// The time by which a page's items were first seen.
    ///
    /// With it, “Mark all as read” leaves out items that arrive later.
    func seenBy(_ items: some Sequence<ShownItem>) -> Date {
        // The clock may have been set back since items arrived.
        items.lazy.compactMap(\.firstSeenAt).reduce(now, max)
    }

    /// True if the reader may see information about the server, such as its requests.
    var showsServer: Bool { account?.isAdministrator ?? true }

    /// The paths of the folders of followed feeds, each once, in order.
    var folders: [String] { FeedFolder(followed).paths }
}
