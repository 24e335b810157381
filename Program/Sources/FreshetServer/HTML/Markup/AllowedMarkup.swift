/// Foreign markup reduced to what a reader needs of it: paragraphs, `i`, `code`, `pre`, and links to the web.
///
/// The result is well-formed whatever came in: every element is closed, in order, and no attribute but a checked address is kept.
enum AllowedMarkup {
    /// No text of a story is longer; the rest of what is would be nobody's reading.
    private static let longest = 64_000

    /// Elements whose content is not meant for readers.
    private static let silent: Set<String> = [
        "script", "style", "template", "noscript", "iframe", "textarea", "title", "xmp",
    ]

    static func reduced(_ markup: String) -> HTML {
        var writer = Writer()
        var silence: String?
        for token in MarkupTokenizer(String(decoding: markup.utf8.prefix(longest), as: UTF8.self)) {
            switch token {
            case .end(let name) where name == silence: silence = nil
            case _ where silence != nil: continue
            case .start(let name, _) where silent.contains(name): silence = name
            case .text(let text): writer.text(text)
            case .start(let name, let href): writer.start(name, href)
            case .end(let name): writer.end(name)
            }
        }
        return writer.finished
    }
}

/// Writes well-formed markup of the allowed elements.
private struct Writer {
    private var html: HTML = ""
    /// The open elements inside of the paragraph, the outermost first.
    private var open: [String] = []
    private var isInParagraph = false

    /// Everything closed.
    var finished: HTML {
        var copy = self
        copy.endParagraph()
        return copy.html
    }

    mutating func text(_ text: String) {
        // Line feeds matter in `pre` alone.
        let clean = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Foreign(String($0), atMost: .max).text }.joined(separator: "\n")
        if !isInParagraph, !open.contains("pre") {
            guard clean.contains(where: { !$0.isWhitespace }) else { return }
            beginParagraph()
        }
        html += "\(clean)"
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
            begin("a", "<a href=\"\(address.text)\" rel=\"noopener noreferrer nofollow\">")
        default: break
        }
    }

    mutating func end(_ name: String) {
        let name = name == "em" ? "i" : name
        if name == "p" { return endParagraph() }
        guard let index = open.lastIndex(of: name) else { return }
        close(to: index)
    }

    private mutating func begin(_ name: String, _ tag: HTML) {
        // Deeper nesting than this serves no reader.
        guard open.count < 8 else { return }
        if !isInParagraph, !open.contains("pre") { beginParagraph() }
        push(name, tag)
    }

    private mutating func push(_ name: String, _ tag: HTML) {
        html += "\(tag)"
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
