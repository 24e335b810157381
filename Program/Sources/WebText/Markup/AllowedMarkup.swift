/// Untrusted markup reduced to paragraphs, `i`, `code`, `pre` and links to the web.
///
/// The result is well-formed HTML: every element is closed, in order, and no attribute but a checked address is kept.
public struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    public let html: String

    /// Reads at most 64,000 bytes of `markup`; the rest is left out.
    public init(_ markup: String) {
        var writer = AllowedMarkupWriter()
        var silence: String?
        for token in MarkupTokenizer(String(decoding: markup.utf8.prefix(64_000), as: UTF8.self)) {
            switch token {
            case .end(let name) where name == silence: silence = nil
            case _ where silence != nil: continue
            case .start(let name, _) where MarkupElements.silent.contains(name): silence = name
            case .text(let text): writer.text(text)
            case .start(let name, let attributes): writer.start(name, attributes["href"])
            case .end(let name): writer.end(name)
            }
        }
        html = writer.finished
    }
}
