import Platform

/// A parsed search. An item matches if it fulfills every term.
package struct SearchQuery: Sendable, Hashable {
    /// A condition, or its opposite if a minus precedes it.
    package struct Term: Sendable, Hashable {
        /// The condition.
        package var condition: Condition
        /// True if the term matches items that don't fulfill the condition.
        package var isExcluded: Bool

        /// Creates a term.
        package init(_ condition: Condition, isExcluded: Bool = false) {
            self.condition = condition
            self.isExcluded = isExcluded
        }
    }

    /// A field that can be searched by itself.
    package enum Field: String, Sendable, Hashable, CaseIterable {
        /// The title.
        case title
        /// The body.
        case text
        /// The author. ``Condition/author(_:)`` is the same.
        case author
        /// The source.
        case source
        /// The tags.
        case tags
    }

    /// The start of a time span.
    package enum Since: Sendable, Hashable {
        /// A number of seconds before the current time.
        case ago(Int)
        /// An instant.
        case date(Date)
    }

    /// A comparison of a measure.
    package enum Comparison: String, Sendable, Hashable {
        /// Greater.
        case greater = ">"
        /// Greater or equal; also for a number without a sign.
        case atLeast = ">="
        /// Less.
        case less = "<"
        /// Less or equal.
        case atMost = "<="
        /// Equal.
        case equal = "="
    }

    /// The query as typed.
    package let text: String
    /// The terms, in the order typed.
    package let terms: [Term]

    /// Creates a query from terms.
    package init(text: String = "", terms: [Term]) {
        self.text = text
        self.terms = terms
    }
}

extension SearchQuery {
    /// True if a term tests for muted items; if not, they are left out.
    package var asksForMuted: Bool { leaves.contains { $0.condition == .muted } }

    /// True if a term tests the stories of items.
    package var looksAtStories: Bool { leaves.contains(where: \.condition.looksAtStories) }

    /// The terms, with those of alternatives instead of ``Condition/any(_:)``. A term is excluded if an odd number of exclusions
    /// surrounds it.
    package var leaves: [Term] { terms.flatMap(\.leaves) }
}

extension SearchQuery.Condition {
    package var looksAtStories: Bool {
        switch self {
        case .story, .sources: true
        default: false
        }
    }
}

extension SearchQuery.Term {
    var leaves: [SearchQuery.Term] {
        guard case .any(let alternatives) = condition else { return [self] }
        return alternatives.joined().flatMap(\.leaves).map {
            SearchQuery.Term($0.condition, isExcluded: $0.isExcluded != isExcluded)
        }
    }
}

extension SearchQuery.Field {
    /// The column of the field in the search index.
    var index: Int {
        switch self {
        case .title: 0
        case .text: 1
        case .author: 2
        case .source: 3
        case .tags: 4
        }
    }
}

extension SearchQuery.Comparison {
    /// True if the comparison holds for the numbers.
    package func holds(_ number: Double, _ bound: Double) -> Bool {
        switch self {
        case .greater: number > bound
        case .atLeast: number >= bound
        case .less: number < bound
        case .atMost: number <= bound
        case .equal: number == bound
        }
    }
}

/// The words that `kind:` matches: the word itself, and its possible singular forms.
package enum KindWords {
    package static func singulars(of word: String) -> [String] {
        let word = word.lowercased()
        var words = [word]
        for (ending, replacement) in [("ies", "y"), ("es", ""), ("s", "")] where word.hasSuffix(ending) {
            words.append(word.dropLast(ending.count) + replacement)
        }
        return words
    }
}

/// The order of search results.
package enum SearchOrder: String, Sendable, Hashable, Codable, CaseIterable {
    /// Best match first. Without words to match, newest first.
    case rank
    /// Newest first.
    case date
    /// Last stored first, regardless of dates.
    case arrival
}

/// An invalid word in a search.
package struct SearchSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A problem with a filter.
    enum Problem: Sendable, Hashable {
        case value
        case unknownFilter
        case misplaced(String, SearchFilter.Place)
    }

    /// The word as typed; empty if the whole search is empty.
    package let word: String
    /// The expected value, such as "a number, as in points:>300", or a replacement for the filter.
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
