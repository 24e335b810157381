import FeedStore
import Feeds
import WebText

/// All places: on the left of a wide screen, below the page on a phone.
///
/// The page's script loads the followed feeds (``FollowedMenu``); without it, there are the folders and a link to all feeds.
struct Sidebar {
    let current: String
    let site: Site

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
