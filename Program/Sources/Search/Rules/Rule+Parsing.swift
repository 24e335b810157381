extension Rule {
    /// Parses a line: a verb, then a search.
    ///
    /// `label` takes the name of a label after the verb, quoted if it contains spaces. `notify` also takes `10 stars in 10m` or `no release for 90d` after the verb. The names before `in` and `for` are
    /// kinds of item; `items` is any.
    package init(parsing line: String) throws(SearchSyntaxError) {
        let parts = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let first = parts.first else {
            throw SearchSyntaxError(word: "", expected: "a rule, such as mute author:NAME")
        }
        guard let verb = Verb(rawValue: first.lowercased()) else {
            let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw SearchSyntaxError(word: String(first), expected: "one of \(verbs)")
        }
        if line.contains(where: \.isNewline) {
            throw SearchSyntaxError(word: "", expected: "a rule on one line")
        }
        let rest = parts.count == 2 ? parts[1].drop(while: \.isWhitespace) : ""
        guard !rest.isEmpty else {
            throw SearchSyntaxError(
                word: verb.rawValue, expected: "a search after it, such as \(verb.rawValue) author:NAME")
        }
        var typed = String(rest)
        while typed.last?.isWhitespace == true { typed.removeLast() }
        if verb == .label {
            let (name, search) = try Self.labeling(typed)
            (self.verb, trigger, label) = (verb, .each, name)
            query = try SearchQuery(parsing: search, for: .rule)
            text = Self.text(labeling: name, search)
            return
        }
        label = nil
        if verb == .notify, let timed = try RuleTiming(typed) {
            let terms = timed.search.isEmpty ? [] : try SearchQuery(parsing: timed.search, for: .rule).terms
            trigger = timed.trigger
            query = SearchQuery(text: typed, terms: timed.kind.map { [SearchQuery.Term(.kind($0))] + terms } ?? terms)
        } else {
            trigger = .each
            query = try SearchQuery(parsing: typed, for: .rule)
        }
        if verb == .keep { try Self.checkKept(query) }
        self.verb = verb
        text = verb.rawValue + " " + typed
    }
}

extension Rule {
    /// The text of a rule that gives a label.
    package static func text(labeling name: String, _ search: String) -> String {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber }
        return "\(Verb.label.rawValue) \(isPlain ? name : "\"\(name)\"") \(search)"
    }

    /// Splits `"To read" in:news` into the name of a label and a search.
    private static func labeling(_ typed: String) throws(SearchSyntaxError) -> (name: String, search: String) {
        let isQuoted = SearchWord.isQuote(typed.first)
        let rest = isQuoted ? typed.dropFirst() : typed[...]
        let end = rest.firstIndex { isQuoted ? SearchWord.isQuote($0) : $0.isWhitespace } ?? rest.endIndex
        guard !isQuoted || end < rest.endIndex else {
            throw SearchSyntaxError(word: typed, expected: "a closing quote")
        }
        let first = rest[..<end]
        let example = "label \"To read\" author:NAME"
        if !isQuoted, first.contains(":") || "-(/".contains(first.first ?? " ") {
            throw SearchSyntaxError(
                word: String(first),
                expected: "a label before the search, such as \(example), or quotes around the label")
        }
        guard let name = LabelName.checked(String(first)) else {
            throw SearchSyntaxError(word: String(first), expected: "the name of a label. \(LabelName.requirement)")
        }
        let search = rest[end...].drop { $0.isWhitespace || isQuoted && SearchWord.isQuote($0) && $0 == rest[end] }
        guard !search.isEmpty else {
            throw SearchSyntaxError(
                word: typed, expected: "a label and a search after it, such as \(example)")
        }
        return (name, String(search))
    }

    /// `keep` acts in the feeds that it names, so a group is about feeds or about items.
    private static func checkKept(_ query: SearchQuery) throws(SearchSyntaxError) {
        for term in query.terms where !term.condition.namesFeeds {
            if term.leaves.contains(where: \.condition.namesFeeds) {
                throw SearchSyntaxError(
                    word: "OR", expected: "in: and folder: only with each other in a rule that keeps items")
            }
        }
    }
}

/// `10 stars in 10m …` or `no release for 90d …`.
private struct RuleTiming {
    let trigger: Rule.Trigger
    /// The kind of item; nil for any.
    let kind: String?
    /// The rest of the line.
    let search: String

    /// Nil if the text doesn't begin with a trigger.
    init?(_ text: String) throws(SearchSyntaxError) {
        let words = text.split(whereSeparator: \.isWhitespace)
        let isAbsence = words.first?.lowercased() == "no"
        let count = words.first.flatMap { Int($0) }
        guard isAbsence || count != nil, let first = words.first else { return nil }
        let separator = isAbsence ? "for" : "in"
        let example = isAbsence ? "no release for 90d" : "10 stars in 10m"
        guard let place = words.firstIndex(where: { $0.lowercased() == separator }), place + 1 < words.count,
            let seconds = TimeSpan.seconds(words[place + 1]), seconds > 0
        else {
            // `10 points` and `no way` may be search words.
            if words.count < 3 { return nil }
            throw SearchSyntaxError(word: String(first), expected: "\(separator) and a span of time, as in \(example)")
        }
        if place < 2 { throw SearchSyntaxError(word: String(first), expected: "a kind of item, as in \(example)") }
        if let count, !(2...1_000).contains(count) {
            throw SearchSyntaxError(word: String(first), expected: "a number from 2 to 1000, as in \(example)")
        }
        let kind = words[1..<place].joined(separator: " ").filter { $0 != "\"" }
        self.kind = ["items", "item", "anything"].contains(kind.lowercased()) ? nil : kind
        trigger = isAbsence ? .absence(seconds: seconds) : .rate(count: count ?? 0, seconds: seconds)
        search = String(text[words[place + 1].endIndex...].drop(while: \.isWhitespace))
    }
}

extension SearchQuery {
    /// Replaces the values of filters, such as a pasted address after `in:`.
    ///
    /// - Parameter replacement: called with the key and the value of each filter; nil keeps it.
    package static func rewriting(
        _ text: String, _ replacement: (_ key: String, _ value: String) throws(SearchSyntaxError) -> String?
    ) throws(SearchSyntaxError) -> String {
        var result = ""
        var isAfterOpening = true
        for word in try SearchWord.words(of: text) {
            if !isAfterOpening, word.joint != .close { result += " " }
            isAfterOpening = word.joint == .open
            if let key = word.key, !word.isPattern, let value = try replacement(key, word.value) {
                let quoted = value.contains(where: \.isWhitespace) ? "\"\(value)\"" : value
                result += (word.isExcluded ? "-" : "") + key + ":" + quoted
            } else {
                result += word.typed
            }
        }
        return result
    }
}
