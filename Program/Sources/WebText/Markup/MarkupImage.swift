/// What the attributes of an image say.
struct MarkupImage: Sendable {
    /// A size in pixels.
    struct Size: Hashable, Sendable {
        static let range = 1...10_000

        let width, height: Int
    }

    /// The width that pages show pictures in, on a screen of twice the density.
    private static let usualWidth = 1200.0

    /// The most suitable of its addresses; nil if none is a web address.
    let address: WebAddress?
    /// The alternative text, or else the title.
    let description: String
    /// The title, if it isn't the description.
    let title: String?
    /// Nil unless both sides are given in pixels.
    let size: Size?
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
        if let width = sides[0], let height = sides[1], Size.range.contains(width), Size.range.contains(height) {
            size = Size(width: width, height: height)
        } else {
            size = nil
        }

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
    init(_ address: WebAddress, _ size: Size) {
        (self.address, self.size) = (address, size)
        (description, title, isSymbol, isInvisible) = ("", nil, false, false)
    }

    /// `640` or `640px`; nil for other units.
    private static func pixels(_ text: String) -> Int? {
        let text = text.trimmed
        return Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
    }
}
