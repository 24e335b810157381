import Platform
import WebText

extension SearchQuery {
    /// The maximum number of terms of a typed search. SQLite limits the size of an expression.
    private static let maximumTerms = 100

    /// Parses a typed search.
    ///
    /// Words, `word*`, `"a phrase"`, `author:`, `in:`, `folder:`, `kind:`, `is:unread`, `is:read`, `is:saved`,
    /// `is:muted`, `is:highlighted`, `title:`, `text:`, `source:`, `tag:`, `since:7d`, `points:>300`, `magnitude:>=5`,
    /// `acres:>1000`, `score-slope:>50/h`, `/a regular expression/` and `within:50km of:48.2,16.4`; a minus in front matches the opposite. All
    /// terms must match. Quote values that contain spaces. Words without letters and digits are ignored.
    /// A search has at most 100 terms. Quote a word with a colon that isn't a filter.
    public init(parsing text: String) throws(SearchSyntaxError) {
        var terms: [Term] = []
        var words = try SearchWord.words(of: text)[...]
        while let word = words.popFirst() {
            if word.key == "within" || word.key == "of" {
                terms.append(try Self.place(word, words.popFirst()))
            } else if let condition = try Self.condition(word) {
                // `is:read` is the opposite of a condition.
                let isOpposite = word.key == "is" && word.value.lowercased() == "read"
                terms.append(Term(condition, isExcluded: word.isExcluded != isOpposite))
            }
            if terms.count > Self.maximumTerms {
                throw SearchSyntaxError(word: word.typed, expected: "a search with at most \(Self.maximumTerms) terms")
            }
        }
        if terms.isEmpty {
            throw SearchSyntaxError(
                word: text.filter { !$0.isWhitespace }, expected: "a word, or a filter such as is:unread")
        }
        self.init(text: text, terms: terms)
    }

    /// Nil for a word without letters and digits.
    private static func condition(_ word: SearchWord) throws(SearchSyntaxError) -> Condition? {
        if word.isPattern { return .pattern(try pattern(word)) }
        return switch word.key {
        case "title", "text", "source", "tag", "tags":
            .field(field(word.key), try value(word, "a word, as in title:swift"))
        case "score-slope": try slope(word)
        case "author": .author(try value(word, "a name, as in author:octocat"))
        case "in": .feed(try address(word))
        case "folder": .folder(try value(word, "a folder, as in folder:Morning"))
        case "kind": .kind(try value(word, "a kind, as in kind:PushEvent"))
        case "is": try mark(word)
        case "since": .since(try since(word))
        case "points": try measure(.points, word)
        case "magnitude", "mag": try measure(.magnitude, word)
        case "acres": try measure(.acres, word)
        case let key:
            if let key, SearchFilter.isMeant(by: key, word) {
                throw SearchSyntaxError(unknownFilter: word.typed, suggestion: SearchFilter.suggestion(for: key, word))
            } else {
                text(word)
            }
        }
    }

    private static func text(_ word: SearchWord) -> Condition? {
        let text = word.key.map { $0 + ":" + word.value } ?? word.value
        if !text.unicodeScalars.contains(where: \.isSearched) { return nil }
        if word.isQuoted { return .phrase(text) }
        let isPrefix = text.hasSuffix("*")
        return .word(isPrefix ? String(text.dropLast()) : text, isPrefix: isPrefix)
    }

    private static func value(_ word: SearchWord, _ expected: String) throws(SearchSyntaxError) -> String {
        if word.value.isEmpty { throw SearchSyntaxError(word: word.typed, expected: expected) }
        return word.value
    }

    private static func address(_ word: SearchWord) throws(SearchSyntaxError) -> String {
        let value = try value(word, "a feed or the start of its path")
        let path = value.drop { $0 == "/" }
        let end = path.lastIndex { $0 != "/" }
        guard let end else {
            throw SearchSyntaxError(word: word.typed, expected: "a feed or the start of its path")
        }
        return String(path[...end])
    }

    private static func mark(_ word: SearchWord) throws(SearchSyntaxError) -> Condition {
        switch word.value.lowercased() {
        case "unread", "read": .unread
        case "saved": .saved
        case "muted": .muted
        case "highlighted": .highlighted
        default:
            throw SearchSyntaxError(
                word: word.typed, expected: "is:unread, is:read, is:saved, is:muted or is:highlighted")
        }
    }

    private static func since(_ word: SearchWord) throws(SearchSyntaxError) -> Since {
        if let seconds = TimeSpan.seconds(word.value), seconds > 0 { return .ago(seconds) }
        if let date = Date(internetDateTime: word.value) { return .date(date) }
        throw SearchSyntaxError(
            word: word.typed, expected: "a span or a date, as in since:12h, since:7d, since:2w or since:2026-01-31")
    }

    private static func measure(_ quantity: Quantity, _ word: SearchWord) throws(SearchSyntaxError) -> Condition {
        let (comparison, value) = comparison(word.value)
        guard let number = SearchNumber.parse(value) else {
            let examples =
                switch quantity {
                case .points: "points:>300, points:<=5 or points:100"
                case .magnitude: "magnitude:>=5, magnitude:<4.5 or magnitude:6"
                case .acres: "acres:>1000, acres:<=50 or acres:5000"
                }
            throw SearchSyntaxError(word: word.typed, expected: "a number, as in \(examples)")
        }
        return .measure(quantity, comparison, number)
    }

    private static func slope(_ word: SearchWord) throws(SearchSyntaxError) -> Condition {
        let (comparison, value) = comparison(word.value)
        let hours: [Substring: Double] = ["h": 1, "d": 24, "": 1]
        let parts = value.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first.flatMap({ SearchNumber.parse($0) }),
            let span = hours[parts.count == 2 ? parts[1] : ""], parts.count == 1 || !parts[1].isEmpty
        else {
            throw SearchSyntaxError(
                word: word.typed, expected: "a number per hour or day, as in score-slope:>50/h")
        }
        return .slope(comparison, number / span)
    }

    private static func comparison(_ value: String) -> (Comparison, Substring) {
        for candidate in [Comparison.atLeast, .atMost, .greater, .less, .equal]
        where value.hasPrefix(candidate.rawValue) {
            return (candidate, value.dropFirst(candidate.rawValue.count))
        }
        return (.atLeast, value[...])
    }

    private static func pattern(_ word: SearchWord) throws(SearchSyntaxError) -> TextPattern {
        do { return try TextPattern(word.value) } catch {
            throw SearchSyntaxError(word: word.typed, expected: error.reason)
        }
    }

    private static func field(_ key: String?) -> Field { key == "tag" ? .tags : key.flatMap(Field.init) ?? .title }

    private static func place(_ first: SearchWord, _ second: SearchWord?) throws(SearchSyntaxError) -> Term {
        let example = "within:50km of:48.2,16.4"
        guard let second, second.key != first.key, second.key == "within" || second.key == "of" else {
            let missing = first.key == "within" ? "of: and a place after it" : "within: and a distance before it"
            throw SearchSyntaxError(word: first.typed, expected: "\(missing), as in \(example)")
        }
        if second.isExcluded {
            throw SearchSyntaxError(
                word: second.typed, expected: "a minus only before the first of the two, as in -\(example)")
        }
        let (distance, place) = first.key == "within" ? (first, second) : (second, first)
        guard let kilometers = SearchNumber.kilometers(distance.value) else {
            throw SearchSyntaxError(word: distance.typed, expected: "a distance in km, m or mi, as in within:50km")
        }
        let numbers = place.value.split(separator: ",", omittingEmptySubsequences: false).map(SearchNumber.parse)
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else {
            throw SearchSyntaxError(
                word: place.typed, expected: "latitude and longitude without a space, as in of:48.2,16.4")
        }
        let condition = Condition.near(latitude: latitude, longitude: longitude, kilometers: kilometers)
        return Term(condition, isExcluded: first.isExcluded)
    }
}

extension Unicode.Scalar {
    /// Whether the search index treats the character as part of words: letters, digits and private characters.
    fileprivate var isSearched: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
