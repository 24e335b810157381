import WebText

/// A text with its kind.
struct TextConstruct {
    let text: String
    let kind: TextCapture.Kind

    /// As plain text on one line.
    var line: String? {
        let plain = kind == .plain ? text : PlainText(markup: text, keepingUnknownTags: true).text
        return SafeText(line: plain, atMost: 1000).text.ifNotBlank
    }

    /// As HTML.
    var markup: String { kind == .plain ? Self.markup(ofPlain: text) : text }

    /// Plain text as HTML: blank lines separate paragraphs.
    static func markup(ofPlain text: String) -> String {
        let escaped = text.escapedForMarkup
        guard escaped.utf8.contains(0x0a) else { return escaped }
        let lines = escaped.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { "<p>" + $0.joined(separator: "<br>") + "</p>" }
            .joined()
    }
}
