extension SearchFilter {
    /// The filters as lines of a command's help.
    public static var help: String {
        let width = (all.map { $0.examples[0].count }.max() ?? 0) + 2
        return all.map { filter in
            let example = filter.examples[0]
            return "  " + example + String(repeating: " ", count: width - example.count) + filter.meaning
        }
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
