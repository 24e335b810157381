/// Untrusted markup reduced to safe elements: text, lists, quotations, tables, code and links.
///
/// The result is well-formed HTML that loads nothing but pictures that are given a path. The only attributes are checked
/// addresses, a list's start, the text direction, the language of code, what an abbreviation stands for, whether details are
/// open, and a picture's descriptions and size. Other pictures, video and audio become links, and formulas text. Depth,
/// elements and links are limited.
package struct AllowedMarkup: Sendable, Hashable {
    /// The reduced markup, safe in any HTML page.
    package let html: String
    /// The first picture that is larger than a symbol; nil if it has none.
    package let firstPicture: ServedPicture?

    /// Reads at most `length` bytes of `markup`.
    ///
    /// - Parameters:
    ///   - headingLevel: the level of the highest headings, below which the others are nested; nil keeps the levels.
    ///   - picture: where the reader's own server shows a picture, by the picture's address; nil for a link.
    package init(
        _ markup: String, atMost length: Int = 64_000, headingLevel: Int? = nil,
        picture: @escaping (WebAddress) -> ServedPicture? = { _ in nil }
    ) {
        let highest = headingLevel == nil ? nil : Self.highestHeading(in: markup, atMost: length)
        let offset = highest.flatMap { highest in headingLevel.map { $0 - highest } } ?? 0
        let writer = AllowedMarkupWriter(headingOffset: offset, picture: picture)
        let written = MarkupReader.read(markup, atMost: length, into: writer)
        html = written.html
        firstPicture = written.firstPicture
    }

    /// The highest level of a heading; nil without one.
    private static func highestHeading(in markup: String, atMost length: Int) -> Int? {
        let bytes = Array(markup.utf8.prefix(length))
        var highest: Int?
        for index in bytes.indices.dropLast(3)
        where bytes[index] == UInt8(ascii: "<") && bytes[index + 1] | 0x20 == UInt8(ascii: "h") {
            let level = Int(bytes[index + 2]) - Int(UInt8(ascii: "0"))
            guard (1...6).contains(level), !bytes[index + 3].isLetter else { continue }
            highest = min(highest ?? level, level)
        }
        return highest
    }
}
