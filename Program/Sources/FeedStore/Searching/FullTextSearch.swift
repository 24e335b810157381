import Search

/// The full-text index of a database: the table `search`, with a row for each indexed item.
///
/// Both databases index the same ``Lexemes``, so that they find the same items.
protocol FullTextSearch: Sendable {
    /// The column of `search` that has the item's id.
    var id: String { get }

    /// The statements that make `search` in a new store.
    var tables: [String] { get }

    /// The operand of ``matches(_:)`` that finds all the first words and none of the others.
    func operand(_ found: [TextExpression], without excluded: [TextTerm]) -> String

    /// The operand of ``matches(_:)`` that finds any of the terms.
    func operand(anyOf terms: [TextTerm]) -> String

    /// The condition that a row of `search` matches.
    ///
    /// - Parameter operand: the parameter that is bound to an operand.
    func matches(_ operand: String) -> String

    /// The expression that sorts the best matches first. A match in the title weighs most, then in author and tags.
    func rank(_ operand: String) -> String

    /// Indexes queued items.
    ///
    /// - Parameter items: the list of their ids, in SQL.
    func index(_ items: String, _ db: StoreTransaction) throws

    /// Removes indexed items before their content changes or is deleted.
    func remove(_ items: [Int64], _ db: StoreTransaction) throws

    /// Removes all items.
    func empty(_ db: StoreTransaction) throws
}

/// Words that a search asks for or excludes; several must follow one another.
struct TextTerm: Sendable {
    let text: String
    /// True if the last word may be longer.
    var isPrefix = false
    /// The field that has them; nil for any.
    var field: SearchQuery.Field?

    /// The entries of the full-text index for the words.
    var lexemes: Lexemes { Lexemes(ofPhrase: text, isPrefix: isPrefix) }

    /// Nil for a condition that isn't about words.
    init?(_ condition: SearchQuery.Condition) {
        switch condition {
        case .word(let word, let isPrefix): (text, self.isPrefix) = (word, isPrefix)
        case .phrase(let phrase): text = phrase
        case .author(let name): (text, field) = (name, .author)
        case .field(let field, let text): (self.text, self.field) = (text, field)
        default: return nil
        }
    }
}

/// The words of a search: a term, or alternatives of several terms each.
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
