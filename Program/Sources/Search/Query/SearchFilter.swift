/// A filter of searches and rules, such as `author:NAME`, with its parsing and its documentation.
///
/// The parser, its errors, the helps, the completions and the documentation's table are made from ``all``.
package struct SearchFilter: Sendable {
    /// A place where a filter can be used.
    package enum Place: Sendable, CaseIterable {
        case search, rule
    }

    /// The values that completions offer.
    package enum Completion: Sendable, Hashable {
        case none
        case values
        case feeds
        case folders
        case labels
    }

    /// The second word of a filter that takes two, such as `of:` with `within:`.
    struct Partner: Sendable {
        let name: String
        /// The noun for its value.
        let noun: String
    }

    /// Words that are values of a filter in the same places.
    struct Values: Sendable {
        let terms: [(value: String, term: SearchQuery.Term)]
        /// Their matches, in words; the values themselves by default.
        let meaning: String
        let details: String
        let places: Set<Place>

        init(
            _ terms: [(value: String, term: SearchQuery.Term)], _ meaning: String? = nil, details: String = "",
            in places: Set<Place> = Set(Place.allCases)
        ) {
            self.meaning = meaning ?? terms.map(\.value).joined(separator: ", ")
            (self.terms, self.details, self.places) = (terms, details, places)
        }
    }

    /// The word of a filter that has an invalid value.
    enum Mistake: Error {
        case value, partner
    }

    /// The text before the colon.
    package let name: String
    /// Other names that the parser accepts.
    package let aliases: [String]
    /// Names that aren't accepted, for which an error suggests the filter.
    let guesses: [String]
    /// Names for which an error suggests the opposite of the filter.
    let oppositeGuesses: [String]
    /// The noun for its value, such as "a number"; empty if the examples are all values.
    let noun: String
    /// The description of its matches in helps.
    package let meaning: String
    /// The details for the documentation alone.
    let details: String
    /// Complete terms. Helps show the first one.
    package let examples: [String]
    /// The places that accept it. A place may lack some of its values; see ``examples(in:)``.
    package let places: Set<Place>
    /// Its values, by the places where they can be used; empty if its values aren't given words.
    let values: [Values]
    /// The completions after the colon.
    package let completion: Completion
    let partner: Partner?
    let term: @Sendable (_ value: String, _ partner: String) throws(Mistake) -> SearchQuery.Term

    /// Creates a filter of one word.
    init<Value>(
        _ name: String, aliases: [String] = [], _ value: FilterValue<Value>, _ meaning: String, details: String = "",
        examples: [String], guesses: [String] = [], oppositeGuesses: [String] = [],
        in places: Set<Place> = Set(Place.allCases), _ condition: @escaping @Sendable (Value) -> SearchQuery.Condition
    ) {
        (self.name, self.aliases, self.guesses, self.oppositeGuesses) = (name, aliases, guesses, oppositeGuesses)
        (noun, completion, partner, values) = (value.noun, value.completion, nil, [])
        (self.meaning, self.details, self.examples, self.places) = (meaning, details, examples, places)
        term = { typed, _ throws(Mistake) in
            guard let value = value.parse(typed) else { throw .value }
            return SearchQuery.Term(condition(value))
        }
    }

    /// Creates a filter whose values are the given words.
    init(_ name: String, oneOf values: [Values], guesses: [String] = []) {
        let terms = values.flatMap(\.terms)
        (self.name, aliases, self.guesses, oppositeGuesses) = (name, [], guesses, [])
        (noun, completion, partner, self.values) = ("", .values, nil, values)
        (meaning, details) = (terms.map(\.value).joined(separator: ", "), "")
        places = values.reduce([]) { $0.union($1.places) }
        examples = terms.map { name + ":" + $0.value }
        term = { typed, _ throws(Mistake) in
            let typed = typed.lowercased()
            guard let found = terms.first(where: { $0.value == typed }) else { throw .value }
            return found.term
        }
    }

    /// Creates a filter of two words.
    init<First, Second>(
        _ name: String, _ value: FilterValue<First>, with partner: String, _ second: FilterValue<Second>,
        _ meaning: String, example: String, guesses: [String] = [],
        _ condition: @escaping @Sendable (First, Second) -> SearchQuery.Condition
    ) {
        (self.name, aliases, self.guesses, oppositeGuesses) = (name, [], guesses, [])
        (noun, completion, values) = (value.noun, value.completion, [])
        self.partner = Partner(name: partner, noun: second.noun)
        (self.meaning, details, examples, places) = (meaning, "", [example], Set(Place.allCases))
        term = { typed, other throws(Mistake) in
            guard let first = value.parse(typed) else { throw .value }
            guard let second = second.parse(other) else { throw .partner }
            return SearchQuery.Term(condition(first, second))
        }
    }

    private static let named: [String: SearchFilter] = {
        var named: [String: SearchFilter] = [:]
        for filter in all { for name in filter.names + filter.aliases { named[name] = filter } }
        return named
    }()

    /// The filter with that name or alias, or whose partner has it; nil for another word.
    static func named(_ key: String) -> SearchFilter? { named[key] }

    /// Its name and its partner's.
    package var names: [String] { [name] + (partner.map { [$0.name] } ?? []) }

    /// The examples of what can be used there.
    package func examples(in place: Place) -> [String] {
        if values.isEmpty { return places.contains(place) ? examples : [] }
        return values.filter { $0.places.contains(place) }.flatMap(\.terms).map { name + ":" + $0.value }
    }

    /// True if the place allows the value, which must be valid.
    func allows(_ value: String, in place: Place) -> Bool {
        values.isEmpty || examples(in: place).contains(name + ":" + value.lowercased())
    }

    /// True if it compares words of a text, which a regular expression isn't: `in:`, `folder:` and `label:` take names.
    var refusesPatterns: Bool { ![.feeds, .folders, .labels].contains(completion) }

    /// The description of the expected value, with examples.
    func expected(in place: Place) -> String {
        Self.expected(noun, partner == nil ? examples(in: place) : words(of: 0))
    }

    /// The description of the expected value of its partner, with an example.
    var expectedOfPartner: String { Self.expected(partner?.noun ?? "", words(of: 1)) }

    /// One of the words of an example.
    private func words(of position: Int) -> [String] {
        examples.map { String($0.split(separator: " ")[position]) }
    }

    /// The examples, after what they are examples of.
    static func expected(_ noun: String, _ examples: [String]) -> String {
        let list = examples.dropLast().joined(separator: ", ") + (examples.count > 1 ? " or " : "")
        return (noun.isEmpty ? "" : noun + ", as in ") + list + (examples.last ?? "")
    }
}

extension SearchFilter {
    /// True if a word with a colon is meant as a filter: `autor:mira`, but not `12:30`, `Show HN:` or `https://example.org`.
    static func isMeant(by key: String, _ word: SearchWord) -> Bool {
        key.contains(where: \.isLetter) && !word.value.isEmpty && (word.isQuoted || !word.value.hasPrefix("//"))
    }

    /// The suggestion for a filter that doesn't exist.
    static func suggestion(for key: String, _ word: SearchWord, in place: Place) -> String {
        hint(for: key, word, in: place)
            ?? "\(list(in: place)), or quotes around a word with a colon, as in \"\(key):\(word.value)\""
    }

    /// The filters that can be used there, such as "one of author: … and within: with of:".
    static func list(in place: Place) -> String {
        let filters = all.filter { $0.places.contains(place) }
        let single = filters.filter { $0.partner == nil }.flatMap { filter in
            let examples = filter.examples(in: place)
            return examples == filter.examples ? [filter.name + ":"] : examples
        }.joined(separator: ", ")
        let pairs = filters.filter { $0.partner != nil }.map { $0.names.map { $0 + ":" }.joined(separator: " with ") }
        return "one of " + ([single] + pairs).joined(separator: " and ")
    }

    /// The filter that was probably meant.
    private static func hint(for key: String, _ word: SearchWord, in place: Place) -> String? {
        let filters = all.filter { $0.examples(in: place) == $0.examples }
        if let filter = filters.first(where: { $0.guesses.contains(key) }) { return filter.replacing(word) }
        if let filter = filters.first(where: { $0.oppositeGuesses.contains(key) }) {
            return filter.replacing(word, isOpposite: true)
        }
        return filters.first { filter in filter.names.contains { $0.count > 3 && isTypo(key, of: $0) } }?.replacing(
            word)
    }

    /// The filter with the value of another word.
    private func replacing(_ word: SearchWord, isOpposite: Bool = false) -> String {
        if partner != nil { return names.map { $0 + ":" }.joined(separator: " and ") + ", as in \(examples[0])" }
        // The filter may not take the value.
        if (try? term(word.value, "")) == nil {  // its mistake is what the error is about
            let sign = word.isExcluded != isOpposite ? "-" : ""
            return Self.expected("", examples.map { sign + $0 })
        }
        // What was typed from the colon on, quotation marks included.
        let value = word.typed.drop { $0 != ":" }
        return (word.isExcluded != isOpposite ? "-" : "") + name + value
    }

    /// True if one letter is missing, extra, wrong, or swapped with its neighbor.
    private static func isTypo(_ word: String, of name: String) -> Bool {
        let word = Array(word), name = Array(name)
        guard abs(word.count - name.count) <= 1 else { return false }
        let start = zip(word, name).prefix { $0 == $1 }.count
        let a = word[start...], b = name[start...]
        return a.dropFirst() == b.dropFirst() || a.dropFirst() == b || a == b.dropFirst()
            || a.count > 1 && b.count > 1 && a.dropFirst(2) == b.dropFirst(2) && a[start] == b[start + 1]
                && a[start + 1] == b[start]
    }
}

extension SearchFilter {
    /// The other terms of a search, as helps list them.
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
    /// The name of the place in the plural.
    package var plural: String {
        switch self {
        case .search: "searches"
        case .rule: "rules"
        }
    }
}
