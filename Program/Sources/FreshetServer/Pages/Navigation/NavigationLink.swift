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

    init(_ followed: FollowedFeed, _ site: Site) {
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
