import Feeds
import WebText

/// A link of a navigation, marked on the page it leads to.
struct NavigationLink {
    let name: HTML
    let path: String
    var icon: Icon?
    /// The icon of a followed feed.
    var mark: HTML?
    /// How many items are unread there.
    var count = 0
    /// What follows `g` to get there.
    var key: String?

    init(_ name: HTML, _ path: String, icon: Icon? = nil, count: Int = 0) {
        self.name = name
        self.path = path
        self.icon = icon
        self.count = count
    }

    init(_ link: MenuLink) { self.init(BrokenName(link.name ?? link.feed.title).html, link.feed.address) }

    init(_ followed: FollowedFeed, _ site: Site) {
        self.init(BrokenName(followed.title).html, followed.feed.address, count: site.unreadCount(followed.feed))
        mark = FeedMark(followed, site).html
    }

    /// The link in its list.
    /// - Parameter current: the path of the page.
    func html(_ current: String) -> HTML {
        let here: HTML? = path == current ? " aria-current=\"page\"" : nil
        let key: HTML? = key.map { " data-key=\"\($0)\"" }
        return """
            <li><a href="\(path)"\(here)\(key)>\(icon?.html)\(mark)<span>\(name)</span>\
            <span class="unread-count" data-unread="\(path)">\(Self.words(count))</span></a></li>
            """
    }

    static func words(_ count: Int) -> HTML? {
        count > 0 ? "\(count.grouped)<span class=\"visually-hidden\"> unread</span>" : nil
    }
}
