/// The text of markup, without tags.
///
/// Blocks stand on lines of their own; inside them, runs of white space are folded.
public struct PlainText: Sendable, Hashable {
    /// The text, with a line feed between blocks.
    public let text: String

    /// Reads at most `length` bytes of `markup`; the rest is left out.
    ///
    /// With `keepingUnknownTags`, what isn't an element of HTML is text, such as `<Int>` in a title.
    public init(markup: String, atMost length: Int = 64_000, keepingUnknownTags: Bool = false) {
        guard markup.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            text = String(decoding: markup.utf8.prefix(length), as: UTF8.self).onOneLine
            return
        }
        var lines: [String] = []
        var line = ""
        var silence: String?
        func endLine() {
            let folded = line.onOneLine
            if !folded.isEmpty { lines.append(folded) }
            line = ""
        }
        var tokenizer = MarkupTokenizer(String(decoding: markup.utf8.prefix(length), as: UTF8.self))
        while let token = tokenizer.next() {
            switch token {
            case .end(let name) where name == silence: silence = nil
            case _ where silence != nil: continue
            case .start(let name, _) where MarkupElements.silent.contains(name): silence = name
            case .text(let text): line += text
            case .start(let name, _), .end(let name):
                if MarkupElements.blocks.contains(name) {
                    endLine()
                } else if name == "td" || name == "th" {
                    line += " "
                } else if keepingUnknownTags, !MarkupElements.isKnown(name) {
                    line += tokenizer.source
                }
            }
        }
        endLine()
        text = lines.joined(separator: "\n")
    }
}
