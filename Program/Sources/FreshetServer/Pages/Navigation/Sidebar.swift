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
        <ul class="flat last">\(links(about))</ul>\
        \(DensityForm(site: site, destination: current).html)\(site.canSignOut ? Self.signOut : nil)</nav>
        """
    }

    private var version: HTML? { site.followedID.map { " data-followed=\"\($0.description)\"" } }

    private var places: [NavigationLink] {
        [
            .init("Home", "/", icon: .home), .init("Unread", "/unread", icon: .unread, count: site.unread.total),
            .init("Saved", "/saved", icon: .save), .init("Search", "/search", icon: .search),
        ]
    }

    private var about: [NavigationLink] {
        var links: [NavigationLink] = [
            .init("Following", "/following", icon: .feed), .init("Rules", "/rules", icon: .rules),
        ]
        if site.showsServer { links.append(.init("Status", "/status", icon: .status)) }
        links.append(.init("Help", "/help", icon: .help))
        if let account = site.account { links.append(.init("Account: \(account.name)", "/account", icon: .account)) }
        return links
    }

    /// The followed feeds, those of folders below their folders.
    private var followed: HTML? {
        if site.followed.isEmpty { return nil }
        let root = FeedFolder(site.followed)
        return """
            <div class="follows">\(FeedMark.drawings(for: site.followed))\(list("followed", "Following", .feed, links(in: root)))\
            \(root.folders.map { section($0, level: 3) })</div>\(site.followed.count > Self.few ? Self.unreadOnly : nil)
            """
    }

    private func links(in folder: FeedFolder) -> [NavigationLink] { folder.feeds.map { .init($0, site) } }

    /// A folder with its feeds and its subfolders.
    private func section(_ folder: FeedFolder, level: Int) -> HTML {
        let id = "side-folder-" + folder.path.elementID
        let name = SafeText(folder.name, atMost: 80)
        let heading: HTML = """
            <a href="/unread?folder=\(folder.path.percentEncoded)"><span>\(name.html)</span>\
            <span class="unread-count" data-unread-folder>\(NavigationLink.words(site.unreadCount(folder)))</span></a>
            """
        // HTML has no deeper headings.
        let tag: HTML = "h\(min(level, 6))"
        return """
            <section class="folder"><\(tag) class="folder-name" id="\(id)">\(heading)</\(tag)><details open data-folder="\(folder.path)">\
            <summary aria-label="Feeds in \(name.text)"></summary>\
            <ul aria-labelledby="\(id)">\(links(links(in: folder)))</ul>\(folder.folders.map { section($0, level: level + 1) })</details></section>
            """
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
        "<button class=\"side-unread button quiet\" type=\"button\" aria-pressed=\"false\">Hide read feeds</button>"

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
