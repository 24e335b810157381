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
        word.isEmpty ? "Nothing to search for: expected \(expected)." : "\(word): expected \(expected)."
    }
}
