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
        /// `title:word`: the words one after another in one field.
        case field(Field, String)
        /// `/CVE-\d+/`: a regular expression that matches title, text, author, source or tags.
        case pattern(TextPattern)
        /// `in:github/octocat`: a feed's key, or its first path segments. Ignores ASCII case.
        case feed(String)
        /// `folder:Morning`: a folder of followed feeds. Ignores ASCII case.
        case folder(String)
        /// `kind:PushEvent` or `kind:star`: the item's kind, or its name, also in the plural. Ignores ASCII case.
        case kind(String)
        /// `is:unread`.
        case unread
        /// `is:saved`.
        case saved
        /// `is:muted`: hidden by a rule. Searches without this term find no muted items.
        case muted
        /// `is:highlighted`: highlighted by a rule.
        case highlighted
        /// `since:7d` or `since:2026-01-31`: dated, or if undated first seen, at that time or later.
        case since(Since)
        /// `points:>300`: the item's measure.
        case measure(Comparison, Double)
        /// `score-slope:>50/h`: how much the measure grows an hour. Unknown for the first ten minutes.
        case slope(Comparison, Double)
        /// `within:50km of:48.2,16.4`: a place at most so many kilometers away.
        case near(latitude: Double, longitude: Double, kilometers: Double)
    }

    /// A field whose words can be searched alone.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        /// The title.
        case title
        /// The body.
        case text
        /// The author. A condition of its own, ``Condition/author(_:)``, is the same.
        case author
        /// Where the item comes from.
        case source
        /// The tags.
        case tags
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

extension SearchQuery {
    /// Whether a term is about muted items, so that they aren't left out.
    var asksForMuted: Bool { terms.contains { $0.condition == .muted } }
}

extension SearchQuery.Field {
    /// The field's place among the columns of the search index.
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
    /// Whether the numbers compare so.
    func holds(_ number: Double, _ bound: Double) -> Bool {
        switch self {
        case .greater: number > bound
        case .atLeast: number >= bound
        case .less: number < bound
        case .atMost: number <= bound
        case .equal: number == bound
        }
    }
}

/// What `kind:` compares with: the word itself, and what it may be the plural of.
enum KindWords {
    static func singulars(of word: String) -> [String] {
        let word = word.lowercased()
        var words = [word]
        for (ending, replacement) in [("ies", "y"), ("es", ""), ("s", "")] where word.hasSuffix(ending) {
            words.append(word.dropLast(ending.count) + replacement)
        }
        return words
    }
}
