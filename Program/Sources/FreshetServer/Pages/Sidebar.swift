import FeedStore
import Feeds
import WebText

/// All places: on the left of a wide screen, below the page on a phone.
///
/// The page's script loads the followed feeds (``FollowedMenu``); without it, there are the folders and a link to all feeds.
struct Sidebar {
    let current: String
    let site: PageContext

    /// The path of the menu of followed feeds.
    static let menuPath = "/following?part=menu"

    var html: HTML {
        """
        <nav class="side" id="menu" aria-label="Feeds"\(version)>\
        <div class="places">\(FollowForm(site: site).entry(id: "side-follow", on: current))<ul>\(links(places))</ul></div>\
        <div class="follows is-outline">\(outline)</div>\
        <div class="elsewhere">\(explore)<div class="foot"><ul>\(links(about))</ul>\(site.canSignOut ? Self.signOut : nil)</div></div></nav>
        """
    }

    private var version: HTML? { site.followedID.map { " data-followed=\"\($0.description)\"" } }

    private var places: [NavigationLink] {
        [
            .init("Home", "/", icon: .home), .init("Unread", "/unread", icon: .unread, count: site.unread.total),
            .init("Saved", "/saved", icon: .save), .init("Labels", "/labels", icon: .label),
            .init("Search", "/search", icon: .search),
        ]
    }

    private var about: [NavigationLink] {
        var links: [NavigationLink] = [
            .init("Following", "/following", icon: .feed), .init("Rules", "/rules", icon: .rules),
        ]
        if site.showsServer { links.append(.init("Status", "/status", icon: .status)) }
        links.append(.init("Settings", "/settings", icon: .controls))
        links.append(.init("Help", "/help", icon: .help))
        let account = site.account.map { "Account: \($0.name)" } ?? "Account"
        links.append(.init("\(account)", "/account", icon: .account))
        return links.map {
            var link = $0
            link.hasHint = true
            return link
        }
    }

    private var outline: HTML? {
        if site.followed.isEmpty { return nil }
        let folders: [NavigationLink] = FeedFolder(site.followed).folders.map { folder in
            .init(
                SafeText(folder.name, atMost: 80).html, folder.address, icon: .folder,
                count: site.unreadCount(folder))
        }
        let all = NavigationLink("All \(site.followed.count.grouped) feeds", "/following", icon: .feed)
        return "\(FollowedMenu.heading)<ul aria-labelledby=\"side-followed\">\(links(folders + [all]))</ul>"
    }

    /// The upstreams with feeds of their own, each as a link to its first feed; below the one of the page, its other feeds.
    private var explore: HTML? {
        let letters = Keys.letters(site.shownUpstreams)
        let upstreams = site.shownUpstreams.filter { !$0.menu.isEmpty }
        if upstreams.isEmpty { return nil }
        let isOpen = site.followed.isEmpty || upstreams.contains { $0.menu.contains { $0.feed.address == current } }
        let rows: [HTML] = upstreams.map { upstream in
            var link = NavigationLink("\(upstream.section)", upstream.menu[0].feed.address, icon: Icon(upstream))
            link.key = letters.first { $0.upstream.id == upstream.id }?.letter
            let others = upstream.menu.contains { $0.feed.address == current } ? upstream.menu.dropFirst() : []
            link.children = others.map { NavigationLink($0) }
            return link.html(current)
        }
        return """
            <details class="explore"\(isOpen ? " open" : nil as HTML?)><summary>Explore</summary><ul>\(rows)</ul></details>
            """
    }

    private func links(_ links: [NavigationLink]) -> [HTML] { links.map { $0.html(current) } }

    private static let signOut: HTML = """
        <form class="logout" method="post" action="/logout"><button class="icon-button" aria-label="Sign out" title="Sign out">\(Icon.leave.html)</button></form>
        """
}

/// The followed feeds in the sidebar, with their folders. The page's script loads it once for all pages.
struct FollowedMenu {
    let site: PageContext

    /// The content of the sidebar's part, with its versions.
    var html: HTML {
        let root = FeedFolder(site.followed)
        let feeds: HTML? =
            site.followed.isEmpty
            ? nil
            : """
            \(FeedMark.drawings(for: site.followed))\(Self.heading)<ul aria-labelledby="side-followed">\(links(in: root))</ul>\
            \(root.folders.map { section($0, level: 3) })\(site.followed.count > Self.few ? Self.unreadOnly : nil)
            """
        return """
            <div class="follows" data-followed="\(site.followedID?.description ?? "")" data-shown="\(site.unreadID?.description ?? "")">\(feeds)</div>
            """
    }

    static let heading: HTML = "<h2 id=\"side-followed\">Following</h2>"

    private func links(in folder: FeedFolder) -> [HTML] { folder.feeds.map { NavigationLink($0, site).html(nil) } }

    /// A folder with its feeds and its subfolders.
    private func section(_ folder: FeedFolder, level: Int) -> HTML {
        let id = "side-folder-" + folder.path.elementID
        let name = SafeText(folder.name, atMost: 80)
        let count = site.unreadCount(folder)
        let heading: HTML = """
            <a href="\(folder.address)"><span>\(name.html)</span>\
            <span class="unread-count" data-unread="\(folder.address)">\(NavigationLink.words(count))</span></a>
            """
        // HTML has no deeper headings.
        let tag: HTML = "h\(min(level, 6))"
        return """
            <section class="folder\(count > 0 ? " has-unread" : "")"><\(tag) class="folder-name" id="\(id)">\(heading)</\(tag)>\
            <details open data-folder="\(folder.path)">\
            <summary aria-label="Feeds in \(name.text)"></summary>\
            <ul aria-labelledby="\(id)">\(links(in: folder))</ul>\(folder.folders.map { section($0, level: level + 1) })</details></section>
            """
    }

    /// The maximum number of followed feeds without a button that hides read ones.
    private static let few = 5

    private static let unreadOnly: HTML =
        "<button class=\"side-unread button quiet\" type=\"button\" aria-pressed=\"false\">Hide read feeds</button>"
}

/// The places at the bottom of a phone's screen.
struct Dock {
    let current: String
    let site: PageContext

    var html: HTML {
        let places: [NavigationLink] = [
            .init("Home", "/", icon: .home), .init("Unread", "/unread", icon: .unread, count: site.unread.total),
            .init("Saved", "/saved", icon: .save), .init("Search", "/search", icon: .search),
            .init("Follow", "#side-follow", icon: .add), .init("Feeds", "#menu", icon: .feed),
        ]
        return "<nav class=\"dock\" aria-label=\"Main\"><ul>\(places.map { $0.html(current) })</ul></nav>"
    }
}

/// A link of a navigation, marked on the page it leads to.
struct NavigationLink {
    let name: HTML
    let path: String
    var icon: Icon?
    /// The icon of a followed feed.
    var mark: HTML?
    /// The number of unread items there.
    var count = 0
    /// The key that leads there after `g`.
    var key: String?
    /// Shows the name on hover, for links that may appear as an icon alone.
    var hasHint = false
    /// The links below it.
    var children: [NavigationLink] = []

    init(_ name: HTML, _ path: String, icon: Icon? = nil, count: Int = 0) {
        self.name = name
        self.path = path
        self.icon = icon
        self.count = count
    }

    init(_ link: MenuLink) { self.init(BrokenName(link.name ?? link.feed.title).html, link.feed.address) }

    init(_ followed: FollowedFeed, _ site: PageContext) {
        self.init(BrokenName(followed.title).html, followed.feed.address, count: site.unreadCount(followed.feed))
        mark = FeedMark(followed.feed, titled: followed.title).html
    }

    /// The link in its list.
    /// - Parameter current: the path of the page; nil if it isn't known.
    func html(_ current: String?) -> HTML {
        let here: HTML? = path == current ? " aria-current=\"page\"" : nil
        let key: HTML? = key.map { " data-key=\"\($0)\"" }
        let hint: HTML? = hasHint ? " title=\"\(name)\"" : nil
        let below: HTML? = children.isEmpty ? nil : "<ul>\(children.map { $0.html(current) })</ul>"
        return """
            <li\(count > 0 ? " class=\"has-unread\"" : nil as HTML?)><a href="\(path)"\(here)\(key)\(hint)>\(icon?.html)\(mark)<span>\(name)</span>\
            <span class="unread-count" data-unread="\(path)">\(Self.words(count))</span></a>\(below)</li>
            """
    }

    static func words(_ count: Int) -> HTML? {
        count > 0 ? "\(count.grouped)<span class=\"visually-hidden\"> unread</span>" : nil
    }
}

extension FeedFolder {
    /// The path of the page with the folder's unread items.
    var address: String { "/unread?folder=" + path.percentEncoded }
}

extension UnreadCounts {
    /// The number of unread items of a folder and its subfolders; an item of two feeds counts twice, a story once.
    func total(of folder: FeedFolder) -> Int { total(of: folder.allFeeds.map(\.feed.key)) }
}
