/// Untrusted markup reduced to safe elements: text, lists, quotations, tables, code and links.
///
/// The result is well-formed HTML that loads nothing but pictures that are given a path. The only attributes are checked
/// addresses, a list's start, the text direction, and a picture's descriptions and size. Other pictures, video and audio
/// become links. Depth, elements and links are limited.
public struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    public let html: String
    /// The first picture that is larger than a symbol; nil if it has none.
    public let firstPicture: ServedPicture?

    /// Reads at most `length` bytes of `markup`. Headings of all levels become `headingLevel`.
    ///
    /// - Parameter picture: where the reader's own server shows a picture, by the picture's address; nil for a link.
    public init(
        _ markup: String, atMost length: Int = 64_000, headingLevel: Int = 3,
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        let writer = AllowedMarkupWriter(headingLevel: headingLevel, picture: picture)
        let written = MarkupReader.read(markup, atMost: length, into: writer)
        html = written.html
        firstPicture = written.firstPicture
    }
}
