/// A word of a typed search, with its quotes and prefix parsed.
struct SearchWord {
    /// The text as typed.
    var typed = ""
    /// Whether it begins with a minus.
    var isExcluded = false
    /// The text before the first colon, in lowercase; nil without a colon.
    var key: String?
    /// The text after the colon, or the whole word, without quotes.
    var value = ""
    /// Whether the value is quoted.
    var isQuoted = false

    /// Whether the value is a regular expression between slashes.
    var isPattern = false

    /// Splits a typed search.
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
        if let end = patternEnd(rest) {
            word.value = String(rest[rest.index(after: rest.startIndex)..<end])
            word.isPattern = true
            rest = rest[rest.index(after: end)...]
            word.typed = String(rest.base[start..<rest.startIndex])
            return word
        }
        let plain = rest.prefix { !$0.isWhitespace }
        if let colon = plain.firstIndex(of: ":"), colon > plain.startIndex, !isQuote(plain.first) {
            word.key = plain[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        if isQuote(rest.first) {
            let quoted = rest.dropFirst()
            guard let end = quoted.firstIndex(where: isQuote) else {
                throw SearchSyntaxError(word: String(rest.base[start...]), expected: "a closing quote")
            }
            word.value = String(quoted[..<end])
            word.isQuoted = true
            rest = quoted[quoted.index(after: end)...]
        } else {
            let value = rest.prefix { !$0.isWhitespace }
            word.value = String(value)
            rest = rest[value.endIndex...]
        }
        word.typed = String(rest.base[start..<rest.startIndex])
        return word
    }

    /// The slash that ends a regular expression: the first one before a space or the end, unless a backslash escapes it.
    ///
    /// Nil if there is no regular expression: `/usr/bin` is a word.
    private static func patternEnd(_ text: Substring) -> Substring.Index? {
        guard text.first == "/" else { return nil }
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == "\\" {
                index = next < text.endIndex ? text.index(after: next) : next
                continue
            }
            let isLast = next == text.endIndex || text[next].isWhitespace
            if text[index] == "/", isLast { return index == text.index(after: text.startIndex) ? nil : index }
            index = next
        }
        return nil
    }

    /// Straight and typographic quotes.
    fileprivate static func isQuote(_ character: Character?) -> Bool {
        character == "\"" || character == "“" || character == "”" || character == "„"
    }
}

extension String {
    /// The text as the value of a filter that finds it, such as the name in `author:"Jo Ann"`; nil if it has no words.
    ///
    /// Quotation marks become spaces: a value can't contain them, and a search doesn't tell them from spaces.
    public var searchValue: String? {
        if FoldedWords.needle(self) == nil { return nil }
        let plain = split { SearchWord.isQuote($0) || $0.isWhitespace }.joined(separator: " ")
        return plain.contains(" ") ? "\"\(plain)\"" : plain
    }
}
