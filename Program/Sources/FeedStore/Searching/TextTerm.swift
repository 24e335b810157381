import Search

/// Words that a search asks for or excludes; several must follow one another.
struct TextTerm: Sendable {
    let text: String
    /// Whether the last word may be longer.
    var isPrefix = false
    /// The field that has them; nil for any.
    var field: SearchQuery.Field?

    /// What the full-text index has for them.
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
