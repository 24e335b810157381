import Feeds
import WebText

/// The keyboard shortcuts as a table.
struct Keys {
    let site: Site

    /// The table, and a box that turns single keys off.
    var html: HTML {
        """
        \(table)<p class="plain-keys"><label><input type="checkbox" id="keys-off" autocomplete="off"> \
        Turn off single-key shortcuts</label></p>
        """
    }

    /// The table alone.
    var table: HTML {
        let places = Self.letters(site.upstreams).map { (["g", $0.letter], "go to " + $0.upstream.section) }
        let rows: [HTML] =
            (Self.common + places + [(["?"], "show these shortcuts"), (["Esc"], "close this dialog or the item")])
            .map { keys, action in
                "<tr><th scope=\"row\">\(keys.map { "<kbd>\($0)</kbd>" as HTML }.joined(separator: " "))</th><td>\(action)</td></tr>"
            }
        return """
            <table class="keys"><caption class="visually-hidden">Keyboard shortcuts</caption><tbody>\(rows)</tbody></table>
            """
    }

    private static let common: [(keys: [String], action: String)] = [
        (["j", "k"], "next, previous item"),
        (["Enter"], "read the item"),
        (["o"], "open its site in a new tab"),
        (["s"], "save it, or unsave it"),
        (["m"], "mark it as read or unread"),
        (["Shift", "M"], "mark all older items as read"),
        (["Shift", "A"], "mark all items as read"),
        (["u"], "undo the last “mark as read”, or unfollowing"),
        (["a"], "follow an address"),
        (["."], "show new items"),
        (["r"], "refresh"),
        (["/"], "search"),
        (["Ctrl", "K"], "find a feed or an action"),
        (["Alt", "↑"], "move the focused feed or folder of the sidebar up, and with ↓ down"),
        (["g", "h"], "go home"),
        (["g", "u"], "go to unread items"),
        (["g", "s"], "go to saved items"),
        (["g", "f"], "go to the first followed feed"),
    ]

    /// The letter that follows `g` for each upstream: the first one of its section's name that is free.
    static func letters(_ upstreams: [Upstream]) -> [(letter: String, upstream: Upstream)] {
        var taken: Set<String> = ["h", "u", "s", "f"]
        return upstreams.compactMap { upstream in
            guard !upstream.menu.isEmpty else { return nil }
            let letters = upstream.section.lowercased().filter { $0.isASCII && $0.isLetter }.map(String.init)
            return letters.first { taken.insert($0).inserted }.map { ($0, upstream) }
        }
    }
}
