/// The programming language of code, as highlighters write it into classes: `language-swift`.
enum CodeLanguage {
    private static let prefixes = ["language-", "lang-", "highlight-source-"]

    /// The language that an element's attributes name; nil for none.
    static func name(in attributes: MarkupAttributes) -> String? {
        let classes = (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace)
        let named = classes.lazy.compactMap { name in
            prefixes.first { name.lowercased().hasPrefix($0) }.map { String(name.dropFirst($0.count)) }
        }
        return (named.first ?? attributes["data-lang"] ?? attributes["data-language"]).flatMap(checked)
    }

    /// The name if it is safe in a class.
    private static func checked(_ name: String) -> String? {
        let isSafe = name.utf8.allSatisfy { $0.isLetter || (0x30...0x39).contains($0) || "+#._-".utf8.contains($0) }
        return isSafe && (1...30).contains(name.utf8.count) ? name : nil
    }
}
