/// A filter of searches and rules, such as `author:NAME`: how it is read, and what helps and documentation say about it.
///
/// The parser, its errors, the helps, the completions and the documentation's table are made from ``all``.
package struct SearchFilter: Sendable {
    /// Where a filter can be used.
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
        /// What its value is.
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
    /// What its value is, such as "a number"; empty if the examples are all values.
    let noun: String
    /// What it matches, as helps say it.
    package let meaning: String
    /// What only the documentation says about it.
    let details: String
    /// Complete terms. Helps show the first one.
    package let examples: [String]
    /// The places that accept it. A place may lack some of its values; see ``examples(in:)``.
    package let places: Set<Place>
    /// Its values, by the places where they can be used; empty if its values aren't given words.
    let values: [Values]
    /// What completions offer after the colon.
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

    /// Whether it compares words of a text, which a regular expression isn't: `in:`, `folder:` and `label:` take names.
    var refusesPatterns: Bool { ![.feeds, .folders, .labels].contains(completion) }

    /// What its value has to be, with examples.
    func expected(in place: Place) -> String {
        Self.expected(noun, partner == nil ? examples(in: place) : words(of: 0))
    }

    /// What the value of its partner has to be, with an example.
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
