extension SearchFilter {
    /// What else a search can contain, as helps list it.
    private static let others = [
        (examples: ["word", "wor*", "\"some words\""], meaning: "in title, text, author, source or tags"),
        (["-word", "NOT word"], "items that don't match the term"),
        (["red OR (dark blue)"], "one of the two terms; parentheses join several"),
        (["/CVE-\\d+/"], "a regular expression"),
    ]

    /// All that a search can contain: searches that are examples of each, and what it matches.
    package static var terms: [(examples: [String], meaning: String)] {
        others + all.flatMap(\.parts).map { ([$0.examples[0]], $0.meaning) }
    }

    /// The terms of a search as lines of a command's help.
    package static var help: String {
        let lines = terms.map { (term: $0.examples.joined(separator: ", "), meaning: $0.meaning) }
        let width = (lines.map(\.term.count).max() ?? 0) + 2
        return lines.map { "  " + $0.term + String(repeating: " ", count: width - $0.term.count) + $0.meaning }
            .joined(separator: "\n")
    }

    /// The filters that a place doesn't allow, such as "is: other than is:story and label:".
    package static func exceptions(in place: Place) -> String {
        all.compactMap { filter in
            let examples = filter.examples(in: place)
            if examples == filter.examples { return nil }
            return filter.name + ":" + (examples.isEmpty ? "" : " other than " + examples.joined(separator: ", "))
        }.joined(separator: " and ")
    }

    /// The filters as a Markdown table.
    package static var table: String {
        let rows = all.flatMap { filter in
            filter.parts.map { part in
                let same = filter.aliases.map { "`\($0):` is the same" }
                let cells = [
                    part.examples.map { "`\($0)`" }.joined(separator: " "),
                    ([part.meaning, part.details].filter { !$0.isEmpty } + same).joined(separator: "; "),
                    Place.allCases.filter(part.places.contains).map(\.plural).joined(separator: ", "),
                ]
                return "| " + cells.joined(separator: " | ") + " |"
            }
        }
        return (["| filter | matches | in |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }

    /// The values, grouped by the places that allow them.
    private var parts: [(examples: [String], meaning: String, details: String, places: Set<Place>)] {
        if values.isEmpty { return [(examples, meaning, details, places)] }
        return values.map { values in
            (values.terms.map { name + ":" + $0.value }, values.meaning, values.details, values.places)
        }
    }
}

extension SearchFilter.Place {
    /// Where the filter can be used, in words.
    package var plural: String {
        switch self {
        case .search: "searches"
        case .rule: "rules"
        }
    }
}
