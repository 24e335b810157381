import WebText

/// The bar above a list: its title and status, what is done often, a menu of what is done rarely, and the filters.
struct PageBar {
    let title: HTML
    /// What the list shows, which the title says on hover.
    var summary = ""
    /// Where the title leads instead: the lists beside this one, as a menu; nil for none.
    var siblings: Menu?
    /// How fresh the list is, or how long.
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
