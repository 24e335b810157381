import WebText

extension SearchQuery {
    /// Parses a typed search.
    ///
    /// Words, `word*`, `"a phrase"`, `/a regular expression/` and the filters of ``SearchFilter/all``; a minus or `NOT` in front
    /// matches the opposite. All terms must match; `OR` joins the terms on both sides of it, and parentheses join several.
    /// Quote values that contain spaces, and the words `AND`, `OR` and `NOT`. Words without letters and digits are ignored.
    /// A search has at most 100 terms. Quote a word with a colon that isn't a filter.
    /// - Parameter place: the purpose of the search; some filters can't be used in rules.
    package init(parsing text: String, for place: SearchFilter.Place = .search) throws(SearchSyntaxError) {
        var parser = SearchParser(try SearchWord.words(of: text), for: place)
        let terms = try parser.terms()
        if terms.isEmpty {
            throw SearchSyntaxError(
                word: text.filter { !$0.isWhitespace }, expected: "a word, or a filter such as is:unread")
        }
        self.init(text: text, terms: terms)
    }

    /// The term that begins with a word, and may end with the next one; nil for a word without letters and digits.
    static func term(
        _ word: SearchWord, before words: inout ArraySlice<SearchWord>, in place: SearchFilter.Place
    ) throws(SearchSyntaxError) -> Term? {
        if let filter = try filter(word, in: place) {
            let term = try term(filter, word, partner: filter.partner == nil ? nil : words.popFirst(), in: place)
            if filter.allows(word.value, in: place) { return term }
            throw SearchSyntaxError(
                .misplaced("\(filter.name):\(word.value)", place), word: word.typed,
                expected: SearchFilter.list(in: place))
        }
        let condition = word.isPattern ? Condition.pattern(try pattern(word)) : text(word)
        return condition.map { Term($0, isExcluded: word.isExcluded) }
    }

    /// The filter that a word is; nil for other words.
    private static func filter(_ word: SearchWord, in place: SearchFilter.Place) throws(SearchSyntaxError)
        -> SearchFilter?
    {
        guard let key = word.key, !word.isPattern else { return nil }
        guard let filter = SearchFilter.named(key) else {
            if !SearchFilter.isMeant(by: key, word) { return nil }
            let suggestion = SearchFilter.suggestion(for: key, word, in: place)
            throw SearchSyntaxError(.unknownFilter, word: word.typed, expected: suggestion)
        }
        if !filter.places.contains(place) {
            throw SearchSyntaxError(
                .misplaced("\(filter.name):", place), word: word.typed, expected: SearchFilter.list(in: place))
        }
        return filter
    }

    private static func term(
        _ filter: SearchFilter, _ word: SearchWord, partner: SearchWord?, in place: SearchFilter.Place
    ) throws(SearchSyntaxError) -> Term {
        if word.isFilteredPattern, filter.refusesPatterns {
            throw SearchSyntaxError(
                word: word.typed,
                expected: "\(filter.expected(in: place)). A regular expression is a term of its own, "
                    + "for all texts of an item: \(word.value)")
        }
        let (value, other) = try pair(filter, word, partner)
        do throws(SearchFilter.Mistake) {
            var term = try filter.term(value.value, other?.value ?? "")
            // The values of `is:` include the opposite of a condition.
            if word.isExcluded { term.isExcluded.toggle() }
            return term
        } catch {
            switch error {
            case .value: throw SearchSyntaxError(word: value.typed, expected: filter.expected(in: place))
            case .partner:
                throw SearchSyntaxError(word: other?.typed ?? value.typed, expected: filter.expectedOfPartner)
            }
        }
    }

    /// The words of a filter in the order of its names. A filter of two words can be typed in either order.
    private static func pair(
        _ filter: SearchFilter, _ first: SearchWord, _ second: SearchWord?
    ) throws(SearchSyntaxError) -> (SearchWord, SearchWord?) {
        guard let partner = filter.partner else { return (first, nil) }
        let missing = first.key == filter.name ? partner.name : filter.name
        guard let second, second.key == missing else {
            throw SearchSyntaxError(
                word: first.typed, expected: "\(missing): next to it, as in \(filter.examples[0])")
        }
        if second.isExcluded {
            throw SearchSyntaxError(
                word: second.typed,
                expected: "a minus only before the first of the two, as in -\(filter.examples[0])")
        }
        return first.key == filter.name ? (first, second) : (second, first)
    }

    private static func text(_ word: SearchWord) -> Condition? {
        let text = word.key.map { $0 + ":" + word.value } ?? word.value
        if !text.unicodeScalars.contains(where: \.isSearched) { return nil }
        if word.isQuoted { return .phrase(text) }
        let isPrefix = text.hasSuffix("*")
        return .word(isPrefix ? String(text.dropLast()) : text, isPrefix: isPrefix)
    }

    private static func pattern(_ word: SearchWord) throws(SearchSyntaxError) -> TextPattern {
        do { return try TextPattern(word.value) } catch {
            throw SearchSyntaxError(word: word.typed, expected: error.reason)
        }
    }
}

extension Unicode.Scalar {
    /// True if the search index treats the character as part of words: letters, digits and private characters.
    fileprivate var isSearched: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

/// Parses the words of a search: terms, groups in parentheses, and what joins them.
///
/// `OR` binds closer than what stands side by side, as in web searches: `a b OR c` is `a (b OR c)`.
struct SearchParser {
    /// The maximum number of terms. SQLite limits the size of an expression.
    private static let maximumTerms = 100
    /// The maximum number of groups within each other.
    private static let maximumDepth = 16

    private var words: ArraySlice<SearchWord>
    private let place: SearchFilter.Place
    private var count = 0
    private var depth = 0
    /// The last regular expression as it was typed.
    private var lastPattern = ""

    init(_ words: [SearchWord], for place: SearchFilter.Place) {
        self.words = words[...]
        self.place = place
    }

    /// The terms up to the end of the group, or of the search. All must match.
    mutating func terms() throws(SearchSyntaxError) -> [SearchQuery.Term] {
        var terms: [SearchQuery.Term] = []
        var isFirst = true
        while let word = words.first, word.joint != .close {
            if word.joint == .and {
                words.removeFirst()
                if isFirst || !beginsOperand { throw Self.isJoiningNothing(word) }
            } else if word.joint == .or {
                // An OR with something before it belongs to that.
                throw Self.isJoiningNothing(word)
            }
            terms += try alternatives()
            isFirst = false
        }
        return terms
    }

    /// True if a term or a group comes next.
    private var beginsOperand: Bool {
        switch words.first?.joint {
        case .close, .and, .or: false
        case .open, .not: true
        case nil: !words.isEmpty
        }
    }

    /// One operand, or several with `OR` between them.
    private mutating func alternatives() throws(SearchSyntaxError) -> [SearchQuery.Term] {
        var alternatives = [try operand()]
        while let word = words.first, word.joint == .or {
            words.removeFirst()
            if !beginsOperand { throw Self.isJoiningNothing(word) }
            alternatives.append(try operand())
        }
        alternatives.removeAll(where: \.isEmpty)
        return alternatives.count < 2 ? alternatives.first ?? [] : [try any(alternatives)]
    }

    /// A term or a group, or its opposite; empty if it is ignored.
    private mutating func operand() throws(SearchSyntaxError) -> [SearchQuery.Term] {
        guard let word = words.popFirst() else { return [] }
        switch word.joint {
        case .not:
            if !beginsOperand {
                throw SearchSyntaxError(word: word.typed, expected: "a term after it, or quotes around it: \"NOT\"")
            }
            return try opposite(try operand())
        case .open:
            let group = try group(word)
            return word.isExcluded ? try opposite(group) : group
        case .close, .and, .or, nil:
            guard let term = try SearchQuery.term(word, before: &words, in: place) else { return [] }
            count += 1
            if count > Self.maximumTerms {
                throw SearchSyntaxError(
                    word: word.typed, expected: "a search with at most \(Self.maximumTerms) terms")
            }
            if word.isPattern { lastPattern = word.typed }
            return [term]
        }
    }

    private mutating func group(_ opening: SearchWord) throws(SearchSyntaxError) -> [SearchQuery.Term] {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth {
            throw SearchSyntaxError(
                word: opening.typed, expected: "at most \(Self.maximumDepth) parentheses within each other")
        }
        let terms = try terms()
        words = words.dropFirst()  // the closing parenthesis, without which the words aren't split
        return terms
    }

    private func opposite(_ terms: [SearchQuery.Term]) throws(SearchSyntaxError) -> [SearchQuery.Term] {
        guard let first = terms.first else { return [] }
        if terms.count > 1 { return [SearchQuery.Term(try any([terms]).condition, isExcluded: true)] }
        return [SearchQuery.Term(first.condition, isExcluded: !first.isExcluded)]
    }

    /// A term of alternatives. Regular expressions can't be among them: no database compares them.
    private func any(_ alternatives: [[SearchQuery.Term]]) throws(SearchSyntaxError) -> SearchQuery.Term {
        let term = SearchQuery.Term(.any(alternatives))
        for leaf in term.leaves {
            if case .pattern = leaf.condition {
                throw SearchSyntaxError(
                    word: lastPattern,
                    expected: """
                        a regular expression outside of OR and of groups with a minus; write alternatives within it, as in \
                        /a|b/
                        """)
            }
        }
        return term
    }

    private static func isJoiningNothing(_ word: SearchWord) -> SearchSyntaxError {
        SearchSyntaxError(
            word: word.typed, expected: "a term on both sides, or quotes around it: \"\(word.typed)\"")
    }
}
