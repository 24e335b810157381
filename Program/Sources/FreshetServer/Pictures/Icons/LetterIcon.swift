import WebText

/// A letter on a colored ground, for a feed whose site has no icon.
struct LetterIcon: Sendable, Hashable {
    /// The colors, also in `components.css`.
    static let hues = 8

    /// The first letter or digit of the name, in capitals; `?` if there is none.
    let letter: String
    /// The number of the color.
    let hue: Int

    init(of name: String) {
        let first = name.first { $0.isLetter || $0.isNumber }
        letter = first.map { String(String($0).uppercased().prefix(1)) } ?? "?"
        hue = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 4_096 } % Self.hues
    }

    /// White on a color; the contrast is more than 4.5 to 1 for each hue.
    var svg: String {
        let markup: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" width="16" height="16">\
            <rect width="16" height="16" fill="hsl(\(hue * 360 / Self.hues),45%,30%)"/>\
            <text x="8" y="11.500" font-family="system-ui,sans-serif" font-size="10" font-weight="700" fill="#fff" text-anchor="middle">\
            \(letter)</text></svg>
            """
        return markup.description
    }
}
