import FeedStore
import Feeds
import Platform
import WebText

/// A list of an account as a feed for other programs.
enum PersonalFeed: Sendable, Hashable {
    /// The unread items of followed feeds.
    case unread
    /// The saved items.
    case saved
    /// The items of the feeds in a folder and in its subfolders, read ones too.
    ///
    /// The address has the folder's path, and not its number: a folder that is renamed on the page gets another number.
    case folder(String)
    /// The items that a search finds.
    case search

    /// The first part of the addresses; the secret is the second one.
    static let root = "feeds"

    /// The path after the secret, percent-encoded, without the form.
    var path: String {
        switch self {
        case .unread: "unread"
        case .saved: "saved"
        case .folder(let folder): "folder/" + folder.percentEncoded
        case .search: "search"
        }
    }

    /// The path and query of the list's page.
    ///
    /// - Parameter text: the words of a search.
    func page(searching text: String = "") -> String {
        switch self {
        case .unread: "/unread"
        case .saved: "/saved"
        case .folder(let folder): "/unread?folder=" + folder.percentEncoded
        case .search: "/search?q=" + text.percentEncoded
        }
    }

    /// The title.
    ///
    /// - Parameter text: the words of a search.
    func title(searching text: String = "") -> String {
        switch self {
        case .unread: "Unread"
        case .saved: "Saved"
        case .folder(let folder): folder
        case .search: text + " · Search"
        }
    }
}

/// The addresses at which other programs follow an account's lists. Each contains the secret that opens all of them.
package struct PersonalFeedAddresses: Sendable {
    /// The time at which the secret in them was made.
    package let createdAt: Date
    /// The address before the list's name.
    private let base: String

    /// - Parameter origin: the server as readers name it, without a slash at the end; empty for paths.
    package init(_ secret: FeedSecret, origin: String) {
        createdAt = secret.createdAt
        base = origin + "/" + PersonalFeed.root + "/" + secret.secret.text + "/"
    }

    /// Unread items, in Atom.
    package var unread: String { address(.unread) }
    /// Saved items, in Atom.
    package var saved: String { address(.saved) }
    /// The items of a folder, whose name replaces `NAME`.
    package var folder: String { address(.folder("NAME")) }
    /// The items of a search, whose words replace `WORDS`.
    package var search: String { address(.search) + "?q=WORDS" }

    /// The address of a list.
    func address(_ feed: PersonalFeed, _ format: Feed.Format = .atom) -> String { base + feed.path + format.rawValue }

    /// The address of a search.
    func address(searching text: String) -> String { address(.search) + "?q=" + text.percentEncoded }

    /// The entry of a page's menu that leads to the list as a feed.
    static func menu(_ address: String?, _ title: HTML = "Feed of this list") -> HTML {
        guard let address else { return "" }
        return "<p class=\"menu-links\"><a href=\"\(address)\" type=\"application/atom+xml\">\(title)</a></p>"
    }

    /// The group of the account's page, with a form that makes the addresses or other ones.
    static func group(_ addresses: PersonalFeedAddresses?, _ now: Date) -> PageGroup {
        PageGroup(
            id: "own-feeds-title", title: "Feeds of your lists",
            note:
                "Other programs can follow your lists at secret addresses. Anyone who has one can read your lists without a password, and can't change anything.",
            entries: [GroupEntry(content: addresses.map { list($0, now) } ?? make).html])
    }

    private static let make: HTML = """
        <form method="post" action="/account">\(Hidden("change", "make-feed-address").html)\
        <button class="button strong">Make an address</button></form>
        """

    private static func list(_ addresses: PersonalFeedAddresses, _ now: Date) -> HTML {
        func links(_ feed: PersonalFeed) -> HTML {
            """
            <dd><a href="\(addresses.address(feed))">Atom</a><a href="\(addresses.address(feed, .json))">JSON Feed</a></dd>
            """
        }
        return """
            <dl class="item-facts" aria-labelledby="own-feeds-title"><dt>Unread</dt>\(links(.unread))<dt>Saved</dt>\(links(.saved))\
            <dt>A folder</dt><dd><code>\(addresses.folder)</code></dd><dt>A search</dt><dd><code>\(addresses.search)</code></dd></dl>\
            <p class="fine">Copy the addresses. The menu of a folder's list and of a search has theirs, too. \
            Made \(Instant(addresses.createdAt).html(.ago, now)).</p>\
            <form method="post" action="/account">\(Hidden("change", "renew-feed-address").html)\
            \(DangerButton(path: "/account", title: "Renew the addresses").html)</form>
            """
    }
}
