import WebText

/// The part of a page that shows an item beside its list; hidden while no item is open.
struct ReadingPane {
    let article: ItemArticle?
    /// The path of the list, to which the item closes.
    let list: String

    var html: HTML {
        let hidden: HTML? = article == nil ? " hidden" : nil
        return """
            <section id="pane" class="pane" aria-label="Reading pane"\(hidden)><div class="pane-bar">\
            \(step(-1, "Previous item", .up, key: "k"))\(step(1, "Next item", .down, key: "j"))\
            <a class="pane-close icon-button" href="\(list)" aria-label="Close" title="Close (Esc)">\(Icon.close.html)</a></div>\(article?.html)</section>
            """
    }

    /// A button for the page's script.
    private func step(_ distance: Int, _ name: String, _ icon: Icon, key: String) -> HTML {
        """
        <button class="pane-step icon-button" type="button" value="\(distance)" aria-label="\(name)" title="\(name) (\(key))">\(icon.html)</button>
        """
    }
}
