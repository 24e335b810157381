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

    /// Whether HTML has an element of that name.
    static func isKnown(_ name: String) -> Bool {
        blocks.contains(name) || silent.contains(name) || inline.contains(name)
    }

    private static let inline: Set<String> = [
        "a", "abbr", "acronym", "area", "audio", "b", "base", "bdi", "bdo", "big", "body", "button", "canvas",
        "caption",
        "center", "cite", "code", "col", "colgroup", "data", "del", "dfn", "dir", "em", "embed", "font", "head", "html",
        "i", "img", "input", "ins", "kbd", "label", "legend", "link", "map", "mark", "meta", "object", "option",
        "param",
        "picture", "q", "rp", "rt", "ruby", "s", "samp", "select", "small", "source", "span", "strike", "strong", "sub",
        "sup", "svg", "td", "th", "time", "track", "tt", "u", "var", "video", "wbr",
    ]
}
