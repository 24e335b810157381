import Feeds
import WebText

/// The keyboard shortcuts as a table, from which the page's script reads the keys.
struct Keys {
    let site: Site

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
