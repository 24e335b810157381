/// A word of a typed search, with its quotes and prefix parsed.
struct SearchWord {
    /// A word or parenthesis that joins terms.
    enum Joint: Sendable, Hashable {
        case open, close, and, or, not
    }

    /// The text as typed.
    var typed = ""
    /// True if it begins with a minus.
    var isExcluded = false
    /// The text before the first colon, in lowercase; nil without a colon.
    var key: String?
    /// The text after the colon, or the whole word, without quotes.
    var value = ""
    /// True if the value is quoted.
    var isQuoted = false

    /// True if the value is a regular expression between slashes.
    var isPattern = false
    /// The joint that it is; nil for a term.
    var joint: Joint?

    private static let joints: [String: Joint] = ["AND": .and, "OR": .or, "NOT": .not]

    /// True if the value of a filter looks like a regular expression, which filters don't take.
    var isFilteredPattern: Bool {
        key != nil && !isQuoted && value.isPatternLike
    }

    /// Splits a typed search. Each parenthesis that opens or closes a group is a word of its own.
    ///
    /// - Parameter joins: false for a text from before words and parentheses joined terms.
    static func words(of text: String, joins: Bool = true) throws(SearchSyntaxError) -> [SearchWord] {
        var rest = text[...]
        var words: [SearchWord] = []
        var open: [Substring] = []
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            if joins, let opening = opening(in: &rest) {
                open.append(text[start...])
                words.append(opening)
            } else if rest.first == ")", !open.isEmpty {
                open.removeLast()
                rest = rest.dropFirst()
                words.append(SearchWord(typed: ")", joint: .close))
            } else {
                words.append(try word(in: &rest, isGrouped: !open.isEmpty, joins: joins))
            }
        }
        if let unclosed = open.last {
            throw SearchSyntaxError(
                word: String(unclosed), expected: "a closing parenthesis, or quotes around the word")
        }
        return words
    }

    /// A parenthesis before a term, with its minus.
    private static func opening(in rest: inout Substring) -> SearchWord? {
        let isExcluded = rest.first == "-"
        let parenthesis = isExcluded ? rest.dropFirst() : rest
        guard parenthesis.first == "(" else { return nil }
        rest = parenthesis.dropFirst()
        return SearchWord(typed: isExcluded ? "-(" : "(", isExcluded: isExcluded, joint: .open)
    }

    /// The text up to a space, without the parentheses that close a group around it.
    private static func plain(_ text: Substring, isGrouped: Bool) -> Substring {
        var plain = text.prefix { !$0.isWhitespace }
        guard isGrouped else { return plain }
        var unopened = plain.count { $0 == ")" } - plain.count { $0 == "(" }
        while unopened > 0, plain.last == ")" {
            plain = plain.dropLast()
            unopened -= 1
        }
        return plain
    }

    private static func word(in rest: inout Substring, isGrouped: Bool, joins: Bool) throws(SearchSyntaxError)
        -> SearchWord
    {
        var word = SearchWord()
        let start = rest.startIndex
        if rest.first == "-", rest.dropFirst().first?.isWhitespace == false {
            word.isExcluded = true
            rest = rest.dropFirst()
        }
        if let end = patternEnd(rest, isGrouped: isGrouped) {
            word.value = String(rest[rest.index(after: rest.startIndex)..<end])
            word.isPattern = true
            rest = rest[rest.index(after: end)...]
            word.typed = String(rest.base[start..<rest.startIndex])
            return word
        }
        let plain = plain(rest, isGrouped: isGrouped)
        if joins, isUnclosedPattern(plain) {
            throw SearchSyntaxError(
                word: String(plain), expected: "a closing slash after the regular expression, or quotes around the word"
            )
        }
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
            let value = rest[..<plain.endIndex]
            word.value = String(value)
            rest = rest[value.endIndex...]
        }
        word.typed = String(rest.base[start..<rest.startIndex])
        if joins { word.joint = joints[word.typed] }
        return word
    }

    /// True if a word begins like a regular expression and can't be a path.
    private static func isUnclosedPattern(_ word: Substring) -> Bool {
        word.first == "/" && word.contains { "()[]{}|^$\\+?".contains($0) }
    }

    /// The slash that ends a regular expression: the first one before a space or the end, unless a backslash escapes it.
    ///
    /// Nil if there is no regular expression: `/usr/bin` is a word.
    private static func patternEnd(_ text: Substring, isGrouped: Bool) -> Substring.Index? {
        guard text.first == "/" else { return nil }
        var index = text.index(after: text.startIndex)
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == "\\" {
                index = next < text.endIndex ? text.index(after: next) : next
                continue
            }
            let isLast = next == text.endIndex || text[next].isWhitespace || isGrouped && text[next] == ")"
            if text[index] == "/", isLast { return index == text.index(after: text.startIndex) ? nil : index }
            index = next
        }
        return nil
    }

    /// Straight and typographic quotes.
    static func isQuote(_ character: Character?) -> Bool {
        character == "\"" || character == "“" || character == "”" || character == "„"
    }
}

extension SearchWord {
    /// The word as it is typed since words and parentheses join terms, if it was typed before.
    fileprivate var requoted: String {
        if let key, isFilteredPattern { return "\(isExcluded ? "-" : "")\(key):\"\(value)\"" }
        let parts = typed.drop { $0 == "-" && isExcluded }.drop { $0 == "(" }
        let isBare = !isPattern && !isQuoted && key == nil
        let text =
            isBare && (Self.joints[String(parts)] != nil || Self.isUnclosedPattern(parts)) ? "\"\(parts)\"" : parts
        return text.isEmpty ? "" : (isExcluded ? "-" : "") + text
    }
}

extension SearchQuery {
    /// A search from before `AND`, `OR`, `NOT` and parentheses joined terms, and before a regular expression without its end was an
    /// error, so that it finds the same: such words are quoted, and opening parentheses removed, which no search compares.
    package static func requoted(_ text: String) -> String {
        guard let words = try? SearchWord.words(of: text, joins: false),  // what can't be split stays an error
            words.contains(where: { $0.requoted != $0.typed })
        else { return text }
        return words.map(\.requoted).filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension String {
    /// True if slashes surround it, as they do a regular expression.
    fileprivate var isPatternLike: Bool { count > 2 && hasPrefix("/") && hasSuffix("/") }

    /// The text as the value of a filter that finds it, such as the name in `author:"Jo Ann"`; nil if it has no words.
    ///
    /// Quotation marks become spaces: a value can't contain them, and a search doesn't tell them from spaces.
    package var searchValue: String? {
        if FoldedWords.needle(self) == nil { return nil }
        let plain = split { SearchWord.isQuote($0) || $0.isWhitespace }.joined(separator: " ")
        return plain.contains(" ") || plain.isPatternLike ? "\"\(plain)\"" : plain
    }
}
