import WebText

/// Markdown as HTML that keeps its paragraphs, lines and code blocks; the rest of its marks are shown as they were written.
struct MarkdownText {
    /// Longer bodies are cut.
    private static let maximumSize = 4_000
    private let lines: [Substring]

    init(_ markdown: String) {
        // Templates of issues and pull requests are full of comments.
        let visible = markdown.replacing(#/<!--.*?(?:-->|$)/#.dotMatchesNewlines(), with: "")
        lines = visible.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The beginning of a body, as the store keeps it.
    static func shortened(_ markdown: String) -> String {
        markdown.utf8.count <= maximumSize ? markdown : markdown.prefix(bytes: maximumSize) + "…"
    }

    var html: String {
        var html = ""
        var paragraph: [String] = []
        var code: [String]?
        func endParagraph() {
            if !paragraph.isEmpty { html += "<p>" + paragraph.joined(separator: "<br>") + "</p>" }
            paragraph = []
        }
        func endCode() {
            if let lines = code { html += "<pre>" + lines.joined(separator: "\n") + "</pre>" }
            code = nil
        }
        for line in lines {
            let text = String(line).escapedForMarkup
            if line.drop(while: \.isWhitespace).hasPrefix("```") {
                endParagraph()
                if code == nil { code = [] } else { endCode() }
            } else if code != nil {
                code?.append(text)
            } else if line.allSatisfy(\.isWhitespace) {
                endParagraph()
            } else {
                paragraph.append(text)
            }
        }
        endParagraph()
        endCode()
        return html
    }
}
