/// What the attributes of an image say.
struct MarkupImage: Sendable {
    /// The width that pages show pictures in, on a screen of twice the density.
    private static let usualWidth = 1200.0

    /// The most suitable of its addresses; nil if none is a web address.
    let address: WebAddress?
    /// The alternative text, or else the title.
    let description: String
    /// The title, if it isn't the description.
    let title: String?
    /// Nil unless both sides are given in pixels.
    let size: ServedPicture.Size?
    /// Nil unless it is given in pixels.
    let width: Int?
    /// Whether it stands for a character, such as an emoji, that its description contains.
    let isSymbol: Bool
    /// Whether it has no pixels to see, like pictures that count readers.
    let isInvisible: Bool

    /// - Parameter alternatives: the candidates of the `source` elements before it, for an image without an address.
    init(_ attributes: MarkupAttributes, alternatives: [String] = []) {
        let alt = attributes["alt"]?.ifNotBlank
        description = SafeText(line: alt ?? attributes["title"] ?? "", atMost: 500).text
        title = alt.flatMap { _ in attributes["title"]?.ifNotBlank }.map { SafeText(line: $0, atMost: 500).text }
        let kind = attributes["class"] ?? ""
        isSymbol = ["emoji", "smiley", "latex"].contains { kind.contains($0) }

        let sides = ["width", "height"].map { attributes[$0].flatMap(Self.pixels) }
        let style = attributes["style"]?.lowercased().filter { !$0.isWhitespace } ?? ""
        isInvisible = sides.contains { $0.map { $0 <= 2 } ?? false } || style.contains("display:none")
        width = sides[0].flatMap { ServedPicture.Size.range.contains($0) ? $0 : nil }
        size = width.flatMap { width in sides[1].flatMap { ServedPicture.Size(width: width, height: $0) } }

        // Scripts replace a placeholder by what other attributes name.
        func candidate(_ sets: [String]) -> WebAddress? {
            sets.lazy.compactMap { SourceSet($0).address(forWidth: Self.usualWidth) }.first
        }
        let sources = ["data-src", "data-lazy-src", "data-original", "src"]
        address =
            candidate(["data-srcset", "srcset"].compactMap { attributes[$0] })
            ?? sources.lazy.compactMap { attributes[$0].flatMap(WebAddress.init) }.first ?? candidate(alternatives)
    }

    /// A picture without a description.
    init(_ address: WebAddress, _ size: ServedPicture.Size?) {
        (self.address, self.size, width) = (address, size, size?.width)
        (description, title, isSymbol, isInvisible) = ("", nil, false, false)
    }

    /// The size to show a picture in: that of the markup, in the proportions of the file.
    func size(of picture: ServedPicture) -> ServedPicture.Size? {
        guard let known = picture.size else { return size }
        guard let width else { return known }
        return ServedPicture.Size(width: width, height: max(1, width * known.height / known.width))
    }

    /// `640` or `640px`; nil for other units.
    private static func pixels(_ text: String) -> Int? {
        let text = text.trimmed
        return Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
    }
}
