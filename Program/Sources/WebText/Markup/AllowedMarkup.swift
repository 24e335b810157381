/// Untrusted markup reduced to safe elements: text, lists, quotations, tables, code and links.
///
/// The result is well-formed HTML that loads nothing. The only attributes are checked addresses, a list's start and the text
/// direction. Pictures, video and audio become links. Depth, elements and links are limited.
public struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    public let html: String

    /// Reads at most 64,000 bytes of `markup`. Headings of all levels become `headingLevel`.
    public init(_ markup: String, headingLevel: Int = 3) {
        html = MarkupReader.read(markup, into: AllowedMarkupWriter(headingLevel: headingLevel)).html
    }
}
