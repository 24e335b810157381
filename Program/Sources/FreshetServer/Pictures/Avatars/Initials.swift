import WebText

/// One or two letters on a colored ground, for an author without a picture.
struct Initials: Sendable, Hashable {
    /// The first characters of the name's first two words, in capitals; `?` if there are none.
    let letters: String
    /// 0 to 359.
    let hue: Int

    init(of name: String) {
        let words = name.prefix { $0 != "[" }.split { !($0.isLetter || $0.isNumber) }
        let letters = words.prefix(2).compactMap(\.first).map { String($0).uppercased().prefix(1) }.joined()
        self.letters = letters.isEmpty ? "?" : letters
        hue = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 360 }
    }

    /// White letters; the contrast is more than 4.5 to 1 for each hue.
    var svg: String {
        let markup: HTML = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">\
            <rect width="64" height="64" fill="hsl(\(hue),45%,28%)"/>\
            <text x="32" y="42" font-family="system-ui,sans-serif" font-size="28" fill="#fff" text-anchor="middle">\
            \(letters)</text></svg>
            """
        return markup.description
    }
}
