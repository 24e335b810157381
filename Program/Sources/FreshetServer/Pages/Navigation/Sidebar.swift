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
        \(FollowForm(site: site).entry(id: "side-follow", on: current))<ul class="flat">\(links(places))</ul>\
        \(followed)\(sections)\
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
            let name = SafeText(folder, atMost: 80).html
            let heading: HTML = """
                <a href="\(address)"><span>\(name)</span>\
                <span class="unread-count" data-unread-folder>\(count)</span></a>
                """
            return """
                <section class="folder"><h3 id="side-folder-\(index)">\(heading)</h3><details open data-folder="\(folder)">\
                <summary aria-label="Feeds in \(folder)"></summary>\
                <ul aria-labelledby="side-folder-\(index)">\(links(feeds.map { .init($0, site) }))</ul></details></section>
                """
        }
        return
            "\(list("followed", "Following", .feed, outside.map { .init($0, site) }))\(folders)\(site.followed.count > Self.few ? Self.unreadOnly : nil)"
    }

    private var sections: [HTML] {
        let letters = Keys.letters(site.upstreams)
        return site.upstreams.filter { !$0.menu.isEmpty }.map { upstream in
            var menu = upstream.menu.map { NavigationLink($0) }
            menu[0].key = letters.first { $0.upstream.id == upstream.id }?.letter
            return list(upstream.id, "\(upstream.section)", Icon(upstream), menu, isMenu: true)
        }
    }

    /// With more followed feeds, those without unread items can be hidden.
    private static let few = 5

    /// For the page's script.
    private static let unreadOnly: HTML =
        "<button class=\"side-unread button quiet\" type=\"button\" aria-pressed=\"false\">Hide feeds without unread items</button>"

    private func list(
        _ id: String, _ name: HTML, _ icon: Icon?, _ menu: [NavigationLink], isMenu: Bool = false
    ) -> HTML {
        let kind: HTML? = isMenu ? " class=\"short\"" : nil
        return
            "<h2 id=\"side-\(id)\">\(icon?.html)\(name)</h2><ul\(kind) aria-labelledby=\"side-\(id)\">\(links(menu))</ul>"
    }

    private func links(_ links: [NavigationLink]) -> [HTML] { links.map { $0.html(current) } }

    private static let signOut: HTML =
        "<form class=\"logout\" method=\"post\" action=\"/logout\"><button class=\"button quiet\">Sign out</button></form>"
}
