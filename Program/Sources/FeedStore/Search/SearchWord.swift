/// A part of a search between spaces, quotes honored.
struct SearchWord {
    /// As typed.
    var typed = ""
    /// Whether a minus stands in front.
    var isExcluded = false
    /// What stands before the first colon, lowercased; nil without a colon.
    var key: String?
    /// What follows the colon, or the whole word, without quotes.
    var value = ""
    /// Whether the value stands in quotes.
    var isQuoted = false

    /// Splits what was typed.
    static func words(of text: String) throws(SearchSyntaxError) -> [SearchWord] {
        var rest = text[...]
        var words: [SearchWord] = []
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            words.append(try word(in: &rest))
        }
        return words
    }

    private static func word(in rest: inout Substring) throws(SearchSyntaxError) -> SearchWord {
        var word = SearchWord()
        let start = rest.startIndex
        if rest.first == "-", rest.dropFirst().first?.isWhitespace == false {
            word.isExcluded = true
            rest = rest.dropFirst()
        }
        let plain = rest.prefix { !$0.isWhitespace }
        if let colon = plain.firstIndex(of: ":"), colon > plain.startIndex, !isQuote(plain.first) {
            word.key = plain[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if isQuote(rest.first) {
            let quoted = rest.dropFirst()
            guard let end = quoted.firstIndex(where: isQuote) else {
                throw SearchSyntaxError(word: String(rest[start...]), expected: "a closing quote")
            }
            word.value = String(quoted[..<end])
            word.isQuoted = true
            rest = quoted[quoted.index(after: end)...]
        } else {
            word.value = String(rest.prefix { !$0.isWhitespace })
            rest = rest.dropFirst(word.value.count)
        }
        word.typed = String(rest.base[start..<rest.startIndex])
        return word
    }

    /// Straight and typographic quotes.
    private static func isQuote(_ character: Character?) -> Bool {
        character == "\"" || character == "“" || character == "”" || character == "„"
    }
}
