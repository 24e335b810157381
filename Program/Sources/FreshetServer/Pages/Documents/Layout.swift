/// What stands around every page's content.
struct Layout {
    let title: String
    /// The path of the page, by which the navigation tells where the reader is.
    let address: String
    let site: Site
    var world: World?
    /// The feed that the page shows.
    var feed: FeedAddress?
    /// Whether there is nothing to show yet but soon will be: without scripts the page then comes anew by itself.
    var isAwaited = false
    /// Whether the page stands alone, without navigation: nobody has signed in.
    var isAlone = false

    /// The whole document.
    /// - Parameter content: the `main` element.
    func document(_ content: HTML) -> HTML {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">\
        <title>\(title)\(title == "Freshet" ? "" : " · Freshet")</title>\
        <meta name="color-scheme" content="light dark"><meta name="theme-color" content="#f6f8f8" media="(prefers-color-scheme: light)">\
        <meta name="theme-color" content="#101517" media="(prefers-color-scheme: dark)">\
        <link rel="icon" href="\(Self.icon)" type="image/svg+xml">\(hasMap ? nil : Self.manifest)\
        <link rel="stylesheet" href="\(Asset.address("page.css"))">\(scripts)\(reload)\(syndication)</head>
        <body>\(Self.skip)<header class="bar"><a class="brand" href="/">\(Icon.wave.html)<span>Freshet</span></a>\
        \(isAlone ? nil : Self.menu)</header>
        \(content)
        \(isAlone ? nil : navigation)\
        </body></html>
        """
    }

    /// The modules that the first one imports are named, so that the browser asks for all of them at once.
    private var scripts: HTML? {
        if isAlone { return nil }
        let modules = ["list.js", "live.js"] + (hasMap ? ["map.js"] : [])
        let preloads: [HTML] = modules.map { "<link rel=\"modulepreload\" href=\"\(Asset.address($0))\">" }
        return "<script type=\"module\" src=\"\(Asset.address("page.js"))\"></script>\(preloads)"
    }

    private var reload: HTML? { isAwaited ? "<noscript><meta http-equiv=\"refresh\" content=\"3\"></noscript>" : nil }

    private var hasMap: Bool { if case .category = feed { true } else { false } }

    private var syndication: HTML? {
        feed.map { feed in
            """
            <link rel="alternate" type="application/atom+xml" title="\(feed.title)" href="\(feed.path).atom">\
            <link rel="alternate" type="application/feed+json" title="\(feed.title)" href="\(feed.path).json">
            """
        }
    }

    private var navigation: HTML {
        """
        \(Sidebar(current: address, world: world, site: site).html)
        \(Dock(current: address, world: world, site: site).html)
        <dialog id="help" aria-labelledby="help-title"><div class="dialog-head"><h2 id="help-title">Keys</h2>\
        <form method="dialog"><button class="button quiet">Close</button></form></div>\(Keys.html)</dialog>
        <p id="said" class="visually-hidden" role="status"></p>\
        <p id="connection" role="status"></p>
        """
    }

    private static let skip: HTML = "<a class=\"skip\" href=\"#main\">Skip to the content</a>"
    private static let menu: HTML = "<a class=\"menu-link\" href=\"#menu\">All feeds</a>"

    /// What makes the page an application of its own where its reader wants that; not where a map needs the requests.
    ///
    /// A proxy that asks who readers are wants to be asked as they are.
    private static let manifest: HTML = """
        <link rel="manifest" href="\(Asset.address("manifest.webmanifest"))" crossorigin="use-credentials">\
        <link rel="apple-touch-icon" href="\(Asset.address("icon.png"))">
        """

    /// The icon without a request of its own.
    private static let icon =
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 20'%3E%3Crect width='20' height='20' rx='5' fill='%230b6b78'/%3E%3Cpath d='M3 8.2c2.300-2.600 4.700-2.600 7 0s4.700 2.600 7 0M3 13.200c2.300-2.600 4.700-2.600 7 0s4.700 2.600 7 0' fill='none' stroke='%23fff' stroke-width='1.800' stroke-linecap='round'/%3E%3C/svg%3E"
}
