import Search

/// Words that a search asks for: a term, or alternatives, each of which is all of several.
indirect enum TextExpression: Sendable {
    case term(TextTerm)
    case any([[TextExpression]])

    /// Nil for what isn't only about words, or excludes some.
    init?(_ term: SearchQuery.Term) {
        if term.isExcluded { return nil }
        guard case .any(let alternatives) = term.condition else {
            guard let words = TextTerm(term.condition) else { return nil }
            self = .term(words)
            return
        }
        var expressions: [[TextExpression]] = []
        for alternative in alternatives {
            let parts = alternative.compactMap(TextExpression.init)
            if parts.count < alternative.count { return nil }
            expressions.append(parts)
        }
        self = .any(expressions)
    }

    var terms: [TextTerm] {
        switch self {
        case .term(let term): [term]
        case .any(let alternatives): alternatives.joined().flatMap(\.terms)
        }
    }

    /// The expression in a database's language.
    func text(and: String, or: String, _ phrase: (TextTerm) -> String) -> String {
        switch self {
        case .term(let term): phrase(term)
        case .any(let alternatives):
            "("
                + alternatives.map { alternative in
                    "(" + alternative.map { $0.text(and: and, or: or, phrase) }.joined(separator: and) + ")"
                }
                .joined(separator: or) + ")"
        }
    }
}
