import WebText

extension SafeText {
    /// The text in an element that isolates its writing direction.
    var html: HTML { "<bdi>\(text)</bdi>" }
}

extension WebAddress {
    /// A link to the address that gives away nothing about the reader.
    func link(_ content: HTML, class name: String? = nil) -> HTML {
        let name: HTML = name.map { " class=\"\($0)\"" } ?? ""
        return "<a\(name) href=\"\(text)\" rel=\"noopener noreferrer\">\(content)</a>"
    }
}

extension AllowedMarkup {
    /// The markup; nil if nothing is left of it.
    var markup: HTML? { html.isEmpty ? nil : HTML(safe: html) }
}
