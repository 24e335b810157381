extension SearchFilter {
    /// Whether a word with a colon is meant as a filter: `autor:mira`, but not `12:30`, `Show HN:` or `https://example.org`.
    static func isMeant(by key: String, _ word: SearchWord) -> Bool {
        key.contains(where: \.isLetter) && !word.value.isEmpty && (word.isQuoted || !word.value.hasPrefix("//"))
    }

    /// What to use instead of a filter that doesn't exist.
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

    /// Whether one letter is missing, extra, wrong, or swapped with its neighbor.
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
