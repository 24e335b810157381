/// What the names of HTML's elements mean to a reader of text.
enum MarkupElements {
    /// Elements whose content isn't meant for readers.
    static let silent: Set<String> = [
        "script", "style", "template", "noscript", "iframe", "textarea", "title", "xmp", "noembed", "noframes",
    ]

    /// Elements whose content is text, whatever tags it seems to hold.
    static let raw: Set<String> = ["script", "style", "iframe", "textarea", "title", "xmp", "noembed", "noframes"]

    /// Elements that begin and end a line.
    static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption",
        "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p",
        "pre", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
    ]
}
