/// Untrusted markup reduced to what readers need: text, lists, quotations, tables, code and links.
///
/// The result is well-formed HTML that loads nothing. No attributes remain but checked addresses, a list's first number and the writing
/// direction. Pictures, films and sounds become links. Depth, number of elements and number of links are bounded.
public struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    public let html: String

    /// Reads at most 64,000 bytes of `markup`; the rest is left out. Headings of any level get `headingLevel`.
    public init(_ markup: String, headingLevel: Int = 3) {
        html = MarkupReader.read(markup, into: AllowedMarkupWriter(headingLevel: headingLevel)).html
    }
}
