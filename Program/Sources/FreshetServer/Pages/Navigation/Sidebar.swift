import FeedStore
import Feeds
import WebText

/// All places: on the left of a wide screen, below the page on a phone.
struct Sidebar {
    let current: String
    let site: Site

    var html: HTML {
        """
        <nav class="side" id="menu" aria-label="Feeds"\(version)>\
        <ul class="flat">\(links(places))</ul>\
        \(followed)\(current == "/" ? nil : FollowForm(site: site).entry(id: "side-follow", on: current))\(sections)\
        <ul class="flat last">\(links(Self.about))</ul>\
        \(DensityForm(site: site, destination: current).html)\(site.hasToken ? Self.signOut : nil)</nav>
        """
    }

    private var version: HTML? { site.followedID.map { " data-followed=\"\($0.description)\"" } }

    private var places: [NavigationLink] {
        [
            .init("Home", "/", icon: .home), .init("Unread", "/unread", icon: .unread, count: site.unread.total),
            .init("Saved", "/saved", icon: .save), .init("Search", "/search", icon: .search),
        ]
    }

    private static let about: [NavigationLink] = [
        .init("Following", "/following", icon: .feed), .init("Rules", "/rules", icon: .rules),
        .init("Status", "/status", icon: .status),
        .init("Help", "/help", icon: .help),
    ]

    /// The followed feeds, those of folders below their folders.
    private var followed: HTML? {
        if site.followed.isEmpty { return nil }
        let outside = site.followed.filter { $0.settings.folder?.ifNotBlank == nil }
        let folders: [HTML] = site.folders.enumerated().map { index, folder in
            let feeds = site.followed.filter { $0.settings.folder == folder }
            let address = "/unread?folder=" + folder.percentEncoded
            let count = NavigationLink.words(site.unreadCount(folder: folder))
            let heading: HTML = """
                <a href="\(address)"><span>\(SafeText(folder, atMost: 80).html)</span>\
                <span class="unread-count" data-unread-folder>\(count)</span></a>
                """
            return list("folder-\(index)", heading, nil, feeds.map { .init($0, site) }, isNested: true)
        }
        return "\(list("followed", "Following", .feed, outside.map { .init($0, site) }))\(folders)"
    }

    private var sections: [HTML] {
        let letters = Keys.letters(site.upstreams)
        return site.upstreams.filter { !$0.menu.isEmpty }.map { upstream in
            var menu = upstream.menu.map { NavigationLink($0) }
            menu[0].key = letters.first { $0.upstream.id == upstream.id }?.letter
            return list(upstream.id, "\(upstream.section)", Icon(upstream), menu, isMenu: true)
        }
    }

    private func list(
        _ id: String, _ name: HTML, _ icon: Icon?, _ menu: [NavigationLink], isNested: Bool = false,
        isMenu: Bool = false
    ) -> HTML {
        let level: HTML = isNested ? "h3" : "h2"
        let kind: HTML? = isMenu ? " class=\"short\"" : nil
        return
            "<\(level) id=\"side-\(id)\">\(icon?.html)\(name)</\(level)><ul\(kind) aria-labelledby=\"side-\(id)\">\(links(menu))</ul>"
    }

    private func links(_ links: [NavigationLink]) -> [HTML] { links.map { $0.html(current) } }

    private static let signOut: HTML =
        "<form class=\"logout\" method=\"post\" action=\"/logout\"><button class=\"button quiet\">Sign out</button></form>"
}
