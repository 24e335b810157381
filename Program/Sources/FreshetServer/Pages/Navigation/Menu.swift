import Feeds
import WebText

/// A button that opens a list of links or actions. Works without JavaScript; with it, Esc and a press outside close the list.
struct Menu {
    let name: String
    let icon: Icon
    let content: HTML
    /// What is chosen, beside the icon; nil for the icon alone.
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
