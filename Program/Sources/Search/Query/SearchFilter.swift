/// The names of filters, and suggestions for misspelled ones.
enum SearchFilter {
    private static let names = [
        "author", "title", "source", "tag", "in", "folder", "kind", "is", "since", "points", "magnitude", "acres",
        "score-slope", "within", "of",
    ]

    private static let others = [
        "from": "author:", "by": "author:", "feed": "in:", "site": "in:", "label": "folder:", "type": "kind:",
        "has": "is:", "score": "points:", "votes": "points:", "quake": "magnitude:", "area": "acres:", "size": "acres:",
        "after": "since:",
        "before": "-since:", "until": "-since:", "slope": "score-slope:",
    ]

    /// Whether a word with a colon is meant as a filter: `autor:mira`, but not `12:30`, `Show HN:` or `https://example.org`.
    static func isMeant(by key: String, _ word: SearchWord) -> Bool {
        key.contains(where: \.isLetter) && !word.value.isEmpty && (word.isQuoted || !word.value.hasPrefix("//"))
    }

    /// What to use instead of a filter that doesn't exist.
    static func suggestion(for key: String, _ word: SearchWord) -> String {
        if let hint = hint(for: key, word) { return hint }
        let all = (names.dropLast(2) + ["text"]).map { $0 + ":" }.joined(separator: ", ")
        return
            "one of \(all) and within: with of:, or quotes around a word with a colon, as in \"\(key):\(word.value)\""
    }

    /// The filter that was probably meant.
    private static func hint(for key: String, _ word: SearchWord) -> String? {
        if key == "near" { return "within: and of:, as in within:50km of:48.2,16.4" }
        guard let name = others[key] ?? names.first(where: { $0.count > 3 && isTypo(key, of: $0) }).map({ $0 + ":" })
        else { return nil }
        // What was typed after the colon, quotation marks included.
        let value = word.typed.drop { $0 != ":" }.dropFirst()
        let isOpposite = word.isExcluded != name.hasPrefix("-")
        return (isOpposite ? "-" : "") + name.drop { $0 == "-" } + value
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

/// Numbers in searches.
enum SearchNumber {
    /// A plain decimal number.
    static func parse(_ text: some StringProtocol) -> Double? {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
        return isPlain ? Double(String(text)) : nil
    }

    /// A positive number with its unit; kilometers by default.
    static func kilometers(_ text: String) -> Double? {
        let text = text.lowercased()
        for (unit, factor) in [("km", 1), ("mi", 1.609_344), ("m", 0.001)] where text.hasSuffix(unit) {
            return parse(text.dropLast(unit.count)).flatMap { $0 > 0 ? $0 * factor : nil }
        }
        return parse(text).flatMap { $0 > 0 ? $0 : nil }
    }
}
