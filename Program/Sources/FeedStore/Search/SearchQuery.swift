#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A parsed search: an item is found when it fulfills every term.
public struct SearchQuery: Sendable, Hashable {
    /// One term: a condition, or with a minus in front its opposite.
    public struct Term: Sendable, Hashable {
        /// The condition.
        public var condition: Condition
        /// Whether the term finds items that don't fulfill the condition.
        public var isExcluded: Bool

        /// Creates a term.
        public init(_ condition: Condition, isExcluded: Bool = false) {
            self.condition = condition
            self.isExcluded = isExcluded
        }
    }

    /// What a term asks of an item.
    ///
    /// Text is compared in words (runs of letters and digits), ignoring case and diacritics.
    public enum Condition: Sendable, Hashable {
        /// `word` or `word*`: a word, or the beginning of one, in title, text, author, source or tags.
        case word(String, isPrefix: Bool)
        /// `"some words"`: the words one after another in one of these fields.
        case phrase(String)
        /// `author:name`: the words one after another in the author.
        case author(String)
        /// `in:github/octocat`: a feed's key, or its first path segments. Ignores ASCII case.
        case feed(String)
        /// `folder:Morning`: a folder of followed feeds. Ignores ASCII case.
        case folder(String)
        /// `kind:PushEvent`: the item's kind. Ignores ASCII case.
        case kind(String)
        /// `is:unread`.
        case unread
        /// `is:saved`.
        case saved
        /// `since:7d` or `since:2026-01-31`: dated, or if undated first seen, at that time or later.
        case since(Since)
        /// `points:>300`: the item's measure.
        case measure(Comparison, Double)
        /// `within:50km of:48.2,16.4`: a place at most so many kilometers away.
        case near(latitude: Double, longitude: Double, kilometers: Double)
    }

    /// The beginning of a span of time.
    public enum Since: Sendable, Hashable {
        /// So many seconds before now.
        case ago(Int)
        /// An instant.
        case date(Date)
    }

    /// How a measure is compared.
    public enum Comparison: String, Sendable, Hashable {
        /// Greater.
        case greater = ">"
        /// Greater or equal; also what a bare number means.
        case atLeast = ">="
        /// Less.
        case less = "<"
        /// Less or equal.
        case atMost = "<="
        /// Equal.
        case equal = "="
    }

    /// What was typed.
    public let text: String
    /// The terms, in the order typed.
    public let terms: [Term]

    /// Creates a query from terms.
    public init(text: String = "", terms: [Term]) {
        self.text = text
        self.terms = terms
    }
}
