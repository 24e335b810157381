public import Platform

/// A parsed search. An item matches if it fulfills every term.
public struct SearchQuery: Sendable, Hashable {
    /// A condition, or its opposite if a minus precedes it.
    public struct Term: Sendable, Hashable {
        /// The condition.
        public var condition: Condition
        /// Whether the term matches items that don't fulfill the condition.
        public var isExcluded: Bool

        /// Creates a term.
        public init(_ condition: Condition, isExcluded: Bool = false) {
            self.condition = condition
            self.isExcluded = isExcluded
        }
    }

    /// A condition on items.
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
        /// `folder:Morning`: a folder of followed feeds, with its subfolders. Ignores ASCII case.
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
        /// `points:>300`, `magnitude:>=5` or `acres:>1000`: the item's measure, if it is of that quantity.
        case measure(Quantity, Comparison, Double)
        /// `score-slope:>50/h`: the growth of the points per hour. Unknown for the first ten minutes.
        case slope(Comparison, Double)
        /// `within:50km of:48.2,16.4`: at most that many kilometers away.
        case near(latitude: Double, longitude: Double, kilometers: Double)
    }

    /// A field that can be searched by itself.
    public enum Field: String, Sendable, Hashable, CaseIterable {
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
    public enum Since: Sendable, Hashable {
        /// That many seconds before now.
        case ago(Int)
        /// An instant.
        case date(Date)
    }

    /// A comparison of a measure.
    public enum Comparison: String, Sendable, Hashable {
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
    /// Whether a term tests for muted items; if not, they are left out.
    package var asksForMuted: Bool { terms.contains { $0.condition == .muted } }
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
