/// An invalid word in a search.
public struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word as typed; empty if the whole search is empty.
    public let word: String
    /// What is expected, such as "a number, as in points:>300".
    public let expected: String
    /// Whether the word is a filter that doesn't exist, and `expected` the one that was probably meant.
    private let isUnknownFilter: Bool

    /// Creates an error.
    public init(word: String, expected: String) {
        self.word = word
        self.expected = expected
        isUnknownFilter = false
    }

    /// A filter that doesn't exist, with a suggestion such as `author:tidy`.
    init(unknownFilter word: String, suggestion: String) {
        self.word = word
        expected = suggestion
        isUnknownFilter = true
    }

    /// A sentence with the word and what is expected.
    public var description: String {
        if isUnknownFilter {
            let filter = word.prefix { $0 != ":" }.drop { $0 == "-" }
            return "There is no filter \(filter):. Use \(expected)."
        }
        if word.isEmpty { return "Nothing to search for: expected \(expected)." }
        return word.hasSuffix(":") ? "\(word) expected \(expected)." : "\(word): expected \(expected)."
    }
}
