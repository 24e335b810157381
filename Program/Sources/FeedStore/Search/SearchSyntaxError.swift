/// An invalid word in a search.
public struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word as typed; empty if the whole search is empty.
    public let word: String
    /// What is expected, such as "a number, as in points:>300".
    public let expected: String

    /// Creates an error.
    public init(word: String, expected: String) {
        self.word = word
        self.expected = expected
    }

    /// A sentence with the word and what is expected.
    public var description: String {
        if word.isEmpty { return "Nothing to search for: expected \(expected)." }
        return word.hasSuffix(":") ? "\(word) expected \(expected)." : "\(word): expected \(expected)."
    }
}
