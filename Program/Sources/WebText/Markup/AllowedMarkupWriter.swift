/// Writes well-formed markup of the allowed elements.
struct AllowedMarkupWriter {
    private var html = ""
    /// The open elements inside the paragraph, the outermost first.
    private var open: [String] = []
    private var isInParagraph = false

    /// Everything closed.
    var finished: String {
        var copy = self
        copy.endParagraph()
        return copy.html
    }

    mutating func text(_ text: String) {
        // Line feeds matter in `pre` alone.
        let clean = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { SafeText(String($0), atMost: .max).text }.joined(separator: "\n")
        if !isInParagraph, !open.contains("pre") {
            guard clean.contains(where: { !$0.isWhitespace }) else { return }
            beginParagraph()
        }
        html += clean.escapedForMarkup
    }

    mutating func start(_ name: String, _ href: String?) {
        switch name {
        case "p":
            endParagraph()
        case "br":
            if isInParagraph { html += "<br>" }
        case "pre":
            endParagraph()
            push("pre", "<pre>")
        case "i", "em":
            begin("i", "<i>")
        case "code":
            begin("code", "<code>")
        case "a":
            end("a")
            guard let address = href.flatMap({ WebAddress($0) }) else { return }
            begin("a", "<a href=\"\(address.text.escapedForMarkup)\" rel=\"noopener noreferrer nofollow\">")
        default: break
        }
    }

    mutating func end(_ name: String) {
        let name = name == "em" ? "i" : name
        if name == "p" { return endParagraph() }
        guard let index = open.lastIndex(of: name) else { return }
        close(to: index)
    }

    private mutating func begin(_ name: String, _ tag: String) {
        // No reader needs deeper nesting.
        guard open.count < 8 else { return }
        if !isInParagraph, !open.contains("pre") { beginParagraph() }
        push(name, tag)
    }

    private mutating func push(_ name: String, _ tag: String) {
        html += tag
        open.append(name)
    }

    private mutating func beginParagraph() {
        html += "<p dir=\"auto\">"
        isInParagraph = true
    }

    private mutating func endParagraph() {
        close(to: 0)
        if isInParagraph { html += "</p>" }
        isInParagraph = false
    }

    private mutating func close(to index: Int) {
        while open.count > index {
            switch open.removeLast() {
            case "pre": html += "</pre>"
            case "i": html += "</i>"
            case "code": html += "</code>"
            default: html += "</a>"
            }
        }
    }
}
