/// An invalid word in a search.
package struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a filter.
    enum Problem: Sendable, Hashable {
        case value
        case unknownFilter
        case misplaced(String, SearchFilter.Place)
    }

    /// The word as typed; empty if the whole search is empty.
    package let word: String
    /// What is expected, such as "a number, as in points:>300", or what to use instead of the filter.
    package let expected: String
    private let problem: Problem

    /// Creates an error.
    package init(word: String, expected: String) { self.init(.value, word: word, expected: expected) }

    init(_ problem: Problem, word: String, expected: String) {
        (self.problem, self.word, self.expected) = (problem, word, expected)
    }

    /// A sentence with the word and what is expected.
    package var description: String {
        switch problem {
        case .unknownFilter:
            return "There is no filter \(word.prefix { $0 != ":" }.drop { $0 == "-" }):. Use \(expected)."
        case .misplaced(let term, let place): return "\(term) can't be used in \(place.plural). Use \(expected)."
        case .value: break
        }
        if word.isEmpty { return "Nothing to search for: expected \(expected)." }
        return word.hasSuffix(":") ? "\(word) expected \(expected)." : "\(word): expected \(expected)."
    }
}
