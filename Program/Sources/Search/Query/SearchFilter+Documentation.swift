extension SearchFilter {
    /// What else a search can contain, as helps list it.
    private static let others = [
        (examples: ["word", "wor*", "\"some words\""], meaning: "in title, text, author, source or tags"),
        (["-word", "NOT word"], "items that don't match the term"),
        (["red OR (dark blue)"], "one of the two terms; parentheses join several"),
        (["/CVE-\\d+/"], "a regular expression"),
    ]

    /// All that a search can contain: searches that are examples of each, and what it matches.
    public static var terms: [(examples: [String], meaning: String)] {
        others + all.map { ([$0.examples[0]], $0.meaning) }
    }

    /// The terms of a search as lines of a command's help.
    public static var help: String {
        let lines = terms.map { (term: $0.examples.joined(separator: ", "), meaning: $0.meaning) }
        let width = (lines.map(\.term.count).max() ?? 0) + 2
        return lines.map { "  " + $0.term + String(repeating: " ", count: width - $0.term.count) + $0.meaning }
            .joined(separator: "\n")
    }

    /// The filters that can be used only in some places, such as "is:".
    public static func namesOnly(in place: Place) -> String {
        all.filter { $0.places == [place] }.map { $0.name + ":" }.joined(separator: ", ")
    }

    /// The filters as a Markdown table.
    package static var table: String {
        let rows = all.map { filter in
            let examples = filter.examples.map { "`\($0)`" }.joined(separator: " ")
            let same = filter.aliases.map { "`\($0):` is the same" }
            let matches = [filter.meaning, filter.details].filter { !$0.isEmpty } + same
            let places = Place.allCases.filter(filter.places.contains).map(\.plural).joined(separator: ", ")
            return "| \(examples) | \(matches.joined(separator: "; ")) | \(places) |"
        }
        return (["| filter | matches | in |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }
}

extension SearchFilter.Place {
    /// Where the filter can be used, in words.
    public var plural: String {
        switch self {
        case .search: "searches"
        case .rule: "rules"
        }
    }
}
