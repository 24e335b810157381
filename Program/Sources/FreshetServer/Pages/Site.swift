import FeedStore
import Feeds
import Platform
import WebText

/// What all pages of the server have in common at one instant. Lives as long as the page, or the frame of a live feed.
struct Site: Sendable {
    /// The upstreams, in the order of menus.
    var upstreams: [Upstream]
    /// The followed feeds, in the reader's order.
    var followed: [FollowedFeed]
    /// Names the version of that list; nil for pages without a stream of events.
    var followedID: EventID?
    /// How many items of followed feeds are unread.
    var unread: UnreadCounts
    /// Names what is unread, for the stream of events of a page; nil for pages without a stream.
    var unreadID: EventID?
    /// Notices about the store for readers, such as a rescue.
    var notices: [String]
    /// Whether readers sign in, so that they can sign out.
    var canSignOut: Bool
    /// The account that the page is for; nil as long as there is but one.
    var account: Account?
    /// What the account has chosen for the page.
    var preferences = Preferences()
    /// The program's version.
    var version: String
    /// The instant the page is made for.
    var now: Date
    /// The path below which readers reach the server; for rows that are sent as events.
    var prefix = PathPrefix.none
    /// The rejected form, if this page responds to one.
    var refused: RefusedForm?
    /// Whether a link of another site opened the page: it then loads, marks and reports nothing until the reader acts.
    var isForeign = false
    /// The path of an author's picture on this server; nil if initials stand for it.
    var avatar: @Sendable (Entry.Author) -> String?

    /// Where this server shows a picture of a feed's item; nil to show a link instead.
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

    /// How many items of a followed feed are unread.
    func unreadCount(_ feed: Feed) -> Int { unread.byFeed[feed.key] ?? 0 }

    /// How many items of a folder's feeds and of its subfolders' are unread; an item of two feeds counts twice, a story once.
    func unreadCount(_ folder: FeedFolder) -> Int { unread.total(of: folder) }

    /// The noun for a row of a list that groups stories.
    var rowNoun: (one: String, many: String) { preferences.stories == .on ? ("story", "stories") : ("item", "items") }

    /// How much is unread in all followed feeds, kept up to date by the page.
    func unreadSummary(_ count: Int) -> HTML {
        let (one, many) = rowNoun
        return """
            <span data-unread="/unread" data-nouns="\(one)|\(many)">\(count.grouped) unread\
            <span class="noun"> \(count == 1 ? one : many)</span></span>
            """
    }

    /// The time by which a page's items were first seen, so that “Mark all as read” leaves out those that arrive later.
    func seenBy(_ items: some Sequence<ShownItem>) -> Date {
        // The clock may have been set back since items arrived.
        items.lazy.compactMap(\.firstSeenAt).reduce(now, max)
    }

    /// Whether the reader may see what belongs to the server, such as its requests.
    var showsServer: Bool { account?.isAdministrator ?? true }

    /// The paths of the folders of followed feeds, each once, in order.
    var folders: [String] { FeedFolder(followed).paths }
}
