import Feeds

/// The feeds beside a feed.
struct Tabs {
    let feed: Feed
    let site: Site

    var html: HTML? {
        let menu = feed.description.menu
        guard menu.count > 1 else { return nil }
        // The menu is in the sidebar of a wide screen, too.
        let isMenu = !menu.contains { $0.feed == feed }
        return """
            <nav class="tabs\(isMenu ? " narrow" : nil as HTML?)" aria-label="\(feed.upstream.section)"><ul>\
            \(menu.map { NavigationLink($0).html(feed.address) })</ul></nav>
            """
    }
}
