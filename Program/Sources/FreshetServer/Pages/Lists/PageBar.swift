import Feeds
import WebText

/// The bar above a list: its title and status, what is done often, a menu of what is done rarely, and the filters.
struct PageBar {
    let title: HTML
    /// The description of the list, which the title shows on hover.
    var summary = ""
    /// The menu of the lists beside this one; nil for none.
    var siblings: Menu?
    /// The freshness of the list, or its length.
    var status: HTML?
    /// The buttons beside the status.
    var actions: HTML = ""
    /// The entries of the menu; empty for none.
    var menu: HTML = ""
    /// The progress of a refresh.
    var progress: HTML?
    /// The second line.
    var tools: HTML?

    var html: HTML {
        let hint: HTML? = summary.isEmpty ? nil : " title=\"\(summary)\""
        let more: HTML? = menu.isEmpty ? nil : Menu(name: "More", icon: .more, content: menu).html
        return """
            <header class="head"><div class="head-line"><div class="head-title"><h1\(hint)>\(title)</h1>\(siblings?.html)\(status)</div>\(actions)\(more)</div>\
            \(progress)\(tools.map { "<div class=\"controls\">\($0)</div>" as HTML })</header>
            """
    }
}

/// A button that opens a list of links or actions.
///
/// It works without JavaScript; with it, Esc and a press outside close the list.
struct Menu {
    let name: String
    let icon: Icon
    let content: HTML
    /// The choice, beside the icon; nil for the icon alone.
    var chosen: HTML?
    /// The tooltip of the button, such as its name with a key; nil for its name.
    var title: String?

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

    /// The feeds that a feed is one of, which the button names.
    init(choice: FeedChoice, of feed: Feed) {
        self.init(
            name: choice.name, icon: .down,
            content:
                "<ul class=\"menu-places\" aria-label=\"\(choice.name)\">\(choice.links.map { NavigationLink($0).html(feed.address) })</ul>"
        )
        chosen = choice.links.first { $0.feed == feed }.map { BrokenName($0.name ?? $0.feed.title).html }
    }

    var html: HTML {
        """
        <details class="menu">\(summary)<div class="menu-panel">\(content)</div></details>
        """
    }

    private var summary: HTML {
        guard let chosen else {
            return """
                <summary class="icon-button" aria-label="\(name)" title="\(title ?? name)">\(icon.html)</summary>
                """
        }
        return """
            <summary class="button" title="\(name)"><span class="visually-hidden">\(name): </span>\(chosen)\(icon.html)</summary>
            """
    }
}
