import WebText

extension SafeText {
    /// The text in a `bdi` element, whose writing direction doesn't affect its surroundings.
    var html: HTML { "<bdi>\(text)</bdi>" }
}

extension WebAddress {
    /// A link to the address.
    func link(_ content: HTML, class name: String? = nil) -> HTML {
        let name: HTML = name.map { " class=\"\($0)\"" } ?? ""
        return "<a\(name) href=\"\(text)\" rel=\"noopener noreferrer\">\(content)</a>"
    }
}
