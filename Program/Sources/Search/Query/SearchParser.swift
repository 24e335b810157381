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

    /// Whether a term or a group comes next.
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
