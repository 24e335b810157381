import Feeds
import WebText

/// A description of Freshet, and its keyboard shortcuts.
struct HelpPage: Sendable {
    let site: PageContext

    var html: HTML {
        Layout(title: "Help", address: "/help", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Help").html)
            <p>Freshet follows feeds: \(sources). It shows stored items immediately, then refreshes them, and keeps them up to date while the page is open.</p>
            <h2>Follow</h2><p>Paste any address into the box “Follow anything”: a site, a feed, or a page of a service that Freshet supports. \
            Followed feeds are refreshed in the background, and their unread items are counted.</p>
            <h2>Read</h2><dl class="words"><dt>unread</dt><dd>Until you open the item or mark it as read, in any feed.</dd>\
            <dt>saved</dt><dd>Kept until you unsave it, even if its feed drops it.</dd>\
            <dt>checked</dt><dd>The last refresh succeeded, and no new one is due.</dd>\
            <dt>refreshing</dt><dd>A request is in progress. Items appear as they arrive.</dd>\
            <dt>stored</dt><dd>Items from disk, not checked with the upstream.</dd>\
            <dt>stale</dt><dd>The last refresh failed, and the line says why. Stored items stay.</dd>\
            <dt>unavailable</dt><dd>The first refresh failed, so nothing is stored yet. The line says why.</dd>\
            <dt>no connection</dt><dd>The browser can't reach Freshet. The line says when the items were last updated. \
            Marks and follows are queued and sent as soon as Freshet responds.</dd></dl>
            <p>New items wait behind a button at the top, so that nothing moves while you read.</p>
            <h2>Search</h2><p><a href="/search">Search</a> finds the stored items that match every term:</p>\(SearchTerms(names: ExampleNames(site)).html)
            <h2>Rules</h2><p><a href="/rules">Rules</a> mute, highlight or save items as they arrive, or notify you of them.</p>
            <h2>Polite by design</h2><p>Freshet requests each feed only as often as its upstream allows. <a href="/status">Status</a> shows when the next \
            requests are allowed. However many pages are open, each feed is requested once.</p>
            \(tokens)<h2>Keyboard shortcuts</h2>\(Keys(site: site).table)
            <h2>Other programs</h2><p>Add <code>.atom</code> or <code>.json</code> to a feed's address to subscribe to it in a feed reader. \
            Your own lists have secret addresses, which you make on the page <a href="/account">Account</a>. \
            Programs use the <a href="/openapi.json"><code>/api</code></a>.</p>
            <p class="version">Freshet \(site.version). The map is made with Natural Earth.</p></main>
            """)
    }

    private var sources: HTML {
        let names = site.upstreams.map { SafeText($0.name).text }
        guard let last = names.last, names.count > 1 else { return "\(names.first ?? "")" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    private var tokens: HTML? {
        let advice: [HTML] = site.upstreams.compactMap(\.tokenAdvice).map { "<p>\(SafeText($0, atMost: 500).text)</p>" }
        return advice.isEmpty ? nil : "<h2 id=\"token\">Higher limits</h2>\(advice)"
    }
}

/// The keyboard shortcuts as a table, from which the page's script reads the keys.
struct Keys {
    let site: PageContext

    /// The table, and a box that turns single keys off.
    var html: HTML {
        """
        \(table)<p class="plain-keys"><label><input type="checkbox" id="keys-off" autocomplete="off"\(site.preferences.hasShortcuts ? nil : " checked" as HTML?)> \
        Turn off single-key shortcuts</label> <a href="/settings#keys">Change keys</a></p>
        """
    }

    /// The table alone.
    var table: HTML {
        let shortcuts = site.preferences.shortcuts
        let changeable: [HTML] = Shortcut.allCases.map { shortcut in
            let key = shortcuts[shortcut]
            return row(
                Shortcuts.names(of: key), shortcut.title, " data-action=\"\(shortcut.rawValue)\" data-key=\"\(key)\"")
        }
        let go = shortcuts[.go]
        let upstreams = Self.letters(site.shownUpstreams).map { ($0.letter, $0.upstream.section) }
        let places = go.isEmpty ? [] : Self.places + upstreams
        let fixed = [(["Enter"], "read the item")] + places.map { ([go, $0.0], "go to " + $0.1) } + Self.fixed
        return """
            <table class="keys"><caption class="visually-hidden">Keyboard shortcuts</caption><tbody>\(changeable)\(fixed.map { row($0, $1) })</tbody></table>
            """
    }

    private func row(_ keys: [String], _ action: String, _ attributes: HTML? = nil) -> HTML {
        let names: [HTML] = keys.filter { !$0.isEmpty }.map { "<kbd>\($0)</kbd>" }
        return "<tr\(attributes)><th scope=\"row\">\(names.joined(separator: " "))</th><td>\(action)</td></tr>"
    }

    /// The places that a second key leads to, after that of ``Shortcut/go``.
    private static let places = [
        ("h", "the home page"), ("u", "unread items"), ("s", "saved items"), ("f", "the first followed feed"),
    ]

    /// The keys that can't be changed.
    private static let fixed =
        [
            (["Ctrl", "K"], "find a feed or an action"),
            (["Alt", "↑"], "move the focused feed or folder of the sidebar up, and with ↓ down"),
        ] + Shortcuts.reserved.sorted { $0.key < $1.key }.map { ([$0.key], $0.value) } + [
            (["Esc"], "close this dialog or the item")
        ]

    /// The letter that follows `g` for each upstream: the first one of its section's name that is free.
    static func letters(_ upstreams: [Upstream]) -> [(letter: String, upstream: Upstream)] {
        var taken = Set(places.map(\.0))
        return upstreams.compactMap { upstream in
            guard !upstream.menu.isEmpty else { return nil }
            let letters = upstream.section.lowercased().filter { $0.isASCII && $0.isLetter }.map(String.init)
            return letters.first { taken.insert($0).inserted }.map { ($0, upstream) }
        }
    }
}
