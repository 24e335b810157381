import FeedStore
import Feeds
import WebText

/// The frame of every page's content.
struct Layout {
    let title: String
    /// The path of the page, which the navigation marks.
    let address: String
    let site: PageContext
    /// The feed that the page shows.
    var feed: Feed?
    /// True if items are pending, so that the page reloads if no script updates it.
    var isWaiting = false
    /// True if there is no navigation, because no reader has signed in.
    var isBare = false

    /// The whole document.
    /// - Parameter content: the `main` element.
    func document(_ content: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en"\(preferences.attributes)\(foreign)\(shown)><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
        <title>\(unread)\(SafeText(title, atMost: 200).text)\(title == "Freshet" ? "" : " · Freshet")</title>\
        \(whole)\(preferences.theme.metadata)\
        <link rel="icon" href="\(Self.icon)" type="image/svg+xml">\(hasMap ? nil : Self.manifest)\
        <link rel="stylesheet" href="\(Asset.address("page.css"))">\(scripts)\(reload)\(syndication)</head>
        <body>\(Self.skip)<header class="bar"><a class="brand" href="/">\(Icon.wave.html)<span>Freshet</span></a>\
        \(isBare ? nil : Self.menu)</header>
        \(notices)\(content)
        \(isBare ? nil : navigation)\
        </body></html>
        """
    }

    /// The reader's settings; the defaults before the reader has signed in.
    private var preferences: AccountSettings { isBare ? AccountSettings() : site.preferences }

    /// Nothing is drawn before the script has run: it shows times as ages, which have another width.
    private var scripts: HTML? {
        isBare ? nil : "<script type=\"module\" src=\"\(Asset.address("page.js"))\" blocking=\"render\"></script>"
    }

    private var reload: HTML? { isWaiting ? "<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript>" : nil }

    private var hasMap: Bool { feed?.controls.showsMap == true }

    private var syndication: HTML? {
        feed.map { feed in
            """
            <link rel="alternate" type="application/atom+xml" title="\(feed.title)" href="\(feed.address).atom">\
            <link rel="alternate" type="application/feed+json" title="\(feed.title)" href="\(feed.address).json">
            """
        }
    }

    private var navigation: HTML {
        """
        \(Sidebar(current: address, site: site).html)
        \(Dock(current: address, site: site).html)
        \(PlayerBar(site: site).html)
        <dialog id="help" aria-labelledby="help-title"><div class="dialog-head"><h2 id="help-title">Keyboard shortcuts</h2>\
        <form method="dialog"><button class="button quiet">Close</button></form></div>\(Keys(site: site).html)</dialog>
        <div class="toasts"><p id="said" class="visually-hidden" role="status"></p><p id="told" class="toast" role="status"></p>\
        <div id="undo" class="toast" role="status" hidden></div><p id="connection" class="toast" role="status"></p></div>
        """
    }

    /// The number of unread items, before the title; nil if the reader isn't signed in.
    private var unread: HTML? { isBare || site.unread.total == 0 ? nil : "(\(site.unread.total)) " }

    /// The version of the unread items on the page, so that its stream of events begins with later changes.
    private var shown: HTML? { isBare ? nil : site.unreadID.map { " data-shown=\"\($0.description)\"" } }

    /// The attribute that makes the script wait for the reader; see `user-gesture.js`.
    private var foreign: HTML? { site.isForeign ? " data-foreign" : nil }

    /// Browsers that support it draw nothing until the page is complete: a word that has arrived in part may wrap elsewhere.
    private var whole: HTML? { isBare ? nil : "<link rel=\"expect\" href=\"#connection\" blocking=\"render\">" }

    private var notices: HTML? {
        if isBare || site.notices.isEmpty { return nil }
        let lines: [HTML] = site.notices.map { "<p>\(SafeText($0, atMost: 2000).html)</p>" }
        return "<div class=\"notices\" role=\"note\">\(lines)</div>"
    }

    private static let skip: HTML = "<a class=\"skip\" href=\"#main\">Skip to the content</a>"
    private static let menu: HTML =
        "<a class=\"menu-link\" href=\"#menu\">\(Icon.menu.html)<span>Menu</span></a>"

    /// The link with which readers install the page as an app. Pages with a map leave it out, to save requests.
    ///
    /// The credentials are for proxies that sign readers in.
    private static let manifest: HTML = """
        <link rel="manifest" href="\(Asset.address("manifest.webmanifest"))" crossorigin="use-credentials">\
        <link rel="apple-touch-icon" href="\(Asset.address("icon.png"))">
        """

    /// The icon, inline to save a request.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Crect width='20' height='20' rx='5' fill='%230b6b78'/%3E%3Cpath d='M3 8.2c2.300-2.600 4.700-2.600 7 0s4.700 2.600 7 0M3 13.200c2.300-2.600 4.700-2.600 7 0s4.700 2.600 7 0' fill='none' stroke='%23fff' stroke-width='1.800' stroke-linecap='round'/%3E%3C/svg%3E"
}
