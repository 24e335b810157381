/// A word of a search that can't be understood.
public struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word as typed; empty when the whole search is empty.
    public let word: String
    /// What would be right, such as "a number, as in points:>300".
    public let expected: String

    /// Creates an error.
    public init(word: String, expected: String) {
        self.word = word
        self.expected = expected
    }

    /// Names the word and says what would be right.
    public var description: String {
        word.isEmpty ? "Nothing to search for: expected \(expected)." : "\(word): expected \(expected)."
    }
}
