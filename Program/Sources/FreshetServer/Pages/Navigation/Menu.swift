import Feeds

/// A button that opens a list of links or actions. Works without JavaScript; with it, Esc and a press outside close the list.
struct Menu {
    let name: String
    let icon: Icon
    let content: HTML

    init(name: String, icon: Icon, content: HTML) {
        self.name = name
        self.icon = icon
        self.content = content
    }

    /// The feeds beside a feed; nil if there are none.
    init?(beside feed: Feed) {
        let menu = feed.description.menu
        guard menu.count > 1 else { return nil }
        self.init(
            name: "Other feeds of \(feed.upstream.section)", icon: .down,
            content: "<ul class=\"menu-places\">\(menu.map { NavigationLink($0).html(feed.address) })</ul>")
    }

    var html: HTML {
        """
        <details class="menu"><summary class="icon-button" aria-label="\(name)" title="\(name)">\(icon.html)</summary>\
        <div class="menu-panel">\(content)</div></details>
        """
    }
}
