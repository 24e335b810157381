/// The keys, as a table: in the dialog that `?` opens and on the page of help.
enum Keys {
    static let html: HTML = """
        \(table)<p class="plain-keys"><label><input type="checkbox" id="keys-off" autocomplete="off"> \
        Leave single keys to my browser and screen reader</label></p>
        """

    /// The table alone.
    static let table: HTML = {
        let rows: [HTML] = all.map { entry in
            let keys = entry.keys.map { "<kbd>\($0)</kbd>" as HTML }.joined(separator: " ")
            return "<tr><th scope=\"row\">\(keys)</th><td>\(entry.deed)</td></tr>"
        }
        return """
            <table class="keys"><caption class="visually-hidden">Keys</caption><tbody>\(rows)</tbody></table>
            """
    }()

    private static let all: [(keys: [String], deed: String)] = [
        (["j", "k"], "next, previous item"),
        (["Enter"], "open it"),
        (["o"], "open it in a new tab"),
        (["s"], "save it for later, or no longer"),
        (["m"], "mark it read, or unread again"),
        (["."], "show what is new"),
        (["r"], "ask the upstream now"),
        (["/"], "filter the list"),
        (["g", "h"], "go home"),
        (["g", "f"], "go to the first followed repository"),
        (["g", "t"], "go to the trending repositories"),
        (["g", "p"], "go to the planet"),
        (["g", "n"], "go to the news"),
        (["g", "s"], "go to what is saved"),
        (["?"], "show these keys"),
        (["Esc"], "close this, or leave the item"),
    ]
}
