/// The text of markup for titles, summaries and search, without tags, bullets and numbers.
///
/// Each block has its own line, with white space collapsed. For reading, use `ArticleText`.
package struct PlainText: Sendable, Hashable {
    /// The text, with a line feed between blocks.
    package let text: String

    /// At most `length` bytes of the text of `markup`.
    ///
    /// With `keepingUnknownTags`, tags that HTML doesn't know are text, such as `<Int>` in a title.
    package init(markup: String, atMost length: Int = 64_000, keepingUnknownTags: Bool = false) {
        let isPlain = !markup.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        let whole =
            isPlain
            ? markup.prefix(bytes: length).onOneLine
            : MarkupReader.read(markup, keepsUnknownTags: keepingUnknownTags, into: PlainTextWriter(limit: length)).text
        text = whole.withoutControls.prefix(bytes: length)
    }
}

extension String {
    /// The text without control characters other than line feeds.
    fileprivate var withoutControls: String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar != "\n" && (scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value)
        }
        guard unicodeScalars.contains(where: isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !isControl($0) }))
    }
}

/// Writes a line for each block.
private struct PlainTextWriter: MarkupOutput {
    let limit: Int
    private var lines = ""
    private var line = ""

    init(limit: Int) { self.limit = limit }

    /// The complete text.
    var text: String {
        var copy = self
        copy.lineBreak()
        return copy.lines
    }

    var isFull: Bool { lines.utf8.count + line.utf8.count > limit + 1_000 }

    mutating func begin(_ element: MarkupElement) { separate(element) }
    mutating func end(_ element: MarkupElement) { separate(element) }
    mutating func text(_ text: String) { line += text }
    mutating func rule() {}
    mutating func media(_ kind: MarkupMedia, _ description: String) {}

    mutating func lineBreak() {
        let folded = line.onOneLine
        line = ""
        guard !folded.isEmpty else { return }
        if !lines.isEmpty { lines += "\n" }
        lines += folded
    }

    private mutating func separate(_ element: MarkupElement) {
        switch element {
        case .strong, .emphasis, .code, .deleted, .highlighted, .superscript, .subscripted, .abbreviation, .link: break
        case .cell: line += " "
        default: lineBreak()
        }
    }
}
