import Platform
import Search
import WebText

/// The words of a title, as far as they tell a story.
struct StoryTitle: Sendable {
    struct Word: Sendable {
        /// The hash of the folded word without a plural's `s`.
        let key: UInt64
        let isCapitalized: Bool
        let isNumber: Bool
        /// True if it has four letters or more, so that it is probably no article or preposition.
        let isLong: Bool
    }

    /// Each word once, in the title's order.
    let words: [Word]
    /// The pairs of neighbouring words, in order.
    let pairs: [UInt64]
    /// The hash of all words in order.
    let key: UInt64
    /// True if an item with this title can be joined by words: not if it names a part of a series or a version, has
    /// less than three words besides numbers, or characters of a script without spaces.
    let joins: Bool

    var numbers: some Sequence<UInt64> { words.lazy.filter(\.isNumber).map(\.key) }

    init(_ title: String, source: String = "") {
        let title = Self.withoutEnds(title, source: source)
        let bytes = Array(title.utf8)
        var words: [Word] = [], folded: [Substring] = [], key: UInt64 = 0, isUnspaced = false
        var pairs: [UInt64] = [], previous: UInt64?
        for word in FoldedWords.words(of: title) {
            isUnspaced = isUnspaced || word.isUnspaced
            if word.folded.count == 1, bytes.hasApostrophe(before: word.bytes.lowerBound) { continue }
            var stem = word.folded
            if stem.count > 3, stem.last == UInt8(ascii: "s"), stem.dropLast().last != UInt8(ascii: "s") {
                stem.removeLast()
            }
            if (0x30...0x39).contains(stem.first ?? 0) {
                // “$2bn” is “$2 billion”.
                for unit in ["bn", "mn", "tn", "m"] where stem.reversed().starts(with: unit.utf8.reversed()) {
                    stem.removeLast(unit.utf8.count)
                    break
                }
            }
            let hash = FNV1a.hash64(stem)
            folded.append(Substring(decoding: word.folded, as: UTF8.self))
            key = key &* 31 &+ hash
            if let previous { pairs.append(Self.pair(previous, hash)) }
            previous = hash
            guard let first = word.folded.first, !words.contains(where: { $0.key == hash }) else { continue }
            words.append(
                Word(
                    key: hash, isCapitalized: bytes.hasCapital(at: word.bytes.lowerBound),
                    isNumber: (0x30...0x39).contains(first), isLong: word.folded.count >= 4))
        }
        (self.words, self.pairs, self.key) = (words, pairs, key)
        let names = words.count { !$0.isNumber }
        joins =
            !isUnspaced && names >= 3 && !Self.isPartOfSeries(title, folded)
            && !(names <= 4 && Self.hasVersion(bytes))
    }

    static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { first &* 31 &+ second }

    /// True if the titles follow one template: they differ by numbers, by the name that begins them, or by at most
    /// one word of three in the same places.
    func isSameTemplate(as other: StoryTitle) -> Bool {
        if words.count == other.words.count {
            let changes = zip(words, other.words).count { $0.key != $1.key }
            if changes > 0, changes * 3 <= words.count { return true }
        }
        let names = words.filter { !$0.isNumber }, others = other.words.filter { !$0.isNumber }
        let keys = Set(others.map(\.key))
        let shared = names.count { keys.contains($0.key) }
        guard shared * 2 >= names.count + others.count - shared else { return false }
        let ours = Set(numbers), theirs = Set(other.numbers)
        if !ours.isSubset(of: theirs), !theirs.isSubset(of: ours) { return true }
        guard let first = names.first, let second = others.first, first.isCapitalized, second.isCapitalized else {
            return false
        }
        return !keys.contains(first.key) && !names.contains { $0.key == second.key }
            && min(names.count, others.count) - shared <= 2
    }

    private static let series: Set<Substring> = ["weekly", "daily", "monthly", "digest", "roundup", "newsletter"]
    private static let numbered: Set<Substring> = [
        "issue", "episode", "ep", "vol", "volume", "no", "part", "week", "day", "edition",
    ]

    /// True if the title is one of a series: "Weekly links", "Episode 12", "#12", "Question of the day", "5 things".
    private static func isPartOfSeries(_ title: String, _ words: [Substring]) -> Bool {
        if words.count <= 6, words.contains(where: series.contains) { return true }
        for (index, word) in words.enumerated() where index + 1 < words.count {
            if numbered.contains(word), words[index + 1].allSatisfy(\.isNumber), words.count <= 6 { return true }
            if ["things", "reasons", "facts"].contains(word), index > 0, words[index - 1].allSatisfy(\.isNumber) {
                return true
            }
            if word == "of", index + 2 < words.count, words[index + 1] == "the",
                ["day", "week", "month"].contains(words[index + 2])
            {
                return true
            }
        }
        let bytes = title.utf8
        return zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "#") && (0x30...0x39).contains($1) }
    }

    /// True if the title has a number of three parts, such as 1.8.0.
    private static func hasVersion(_ bytes: [UInt8]) -> Bool {
        var parts = 0, previous: UInt8 = 0
        for byte in bytes {
            if (0x30...0x39).contains(byte) {
                if parts == 0 || previous == UInt8(ascii: ".") { parts += 1 }
                if parts == 3 { return true }
            } else if byte != UInt8(ascii: ".") || !(0x30...0x39).contains(previous) {
                parts = 0
            }
            previous = byte
        }
        return false
    }

    /// The title without `Show HN:` or `Update 2:`, the year in brackets and the feed's title at its end.
    private static func withoutEnds(_ title: String, source: String) -> String {
        let bytes = title.utf8.count > 400 ? Array(title.prefix(400).utf8) : Array(title.utf8)
        var title = bytes[...]
        let begin = bytes.prefix(12).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        for prefix in ["show hn", "ask hn", "tell hn", "launch hn"] where begin.starts(with: prefix.utf8) {
            title = title.dropFirst(prefix.utf8.count)
        }
        if begin.starts(with: "update".utf8), let colon = begin.firstIndex(of: UInt8(ascii: ":")) {
            title = title[colon...]
        }
        if title.last == UInt8(ascii: ")") || title.last == UInt8(ascii: "]"),
            let open = title.lastIndex(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }),
            title.endIndex - open == 6, title[open...].dropFirst().dropLast().allSatisfy({ (0x30...0x39).contains($0) })
        {
            title = title[..<open]
        }
        if !source.isEmpty {
            for separator in [" - ", " | ", " – ", " — ", " : "] {
                guard let place = title.lastRange(of: separator) else { continue }
                let tail = words(String(decoding: title[place.upperBound...], as: UTF8.self))
                let names = Set(words(source))
                if !tail.isEmpty, tail.allSatisfy(names.contains) { title = title[..<place.lowerBound] }
            }
        }
        return String(decoding: title, as: UTF8.self)
    }

    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}

extension ArraySlice<UInt8> {
    /// The last place of a separator between words.
    fileprivate func lastRange(of separator: String) -> Range<Int>? {
        let wanted = Array(separator.utf8)
        for start in stride(from: endIndex - wanted.count, through: startIndex + 1, by: -1) where self[start] == 0x20 {
            let range = start..<start + wanted.count
            if self[range].elementsEqual(wanted) { return range }
        }
        return nil
    }
}

extension [UInt8] {
    /// True if `'` or `’` stands before the place, after a letter.
    fileprivate func hasApostrophe(before place: Int) -> Bool {
        place > 1 && self[place - 1] == 0x27 || place > 3 && self[place - 3..<place].elementsEqual([0xe2, 0x80, 0x99])
    }

    /// True if the character at the place is an uppercase letter.
    fileprivate func hasCapital(at place: Int) -> Bool {
        if self[place] < 0x80 { return (0x41...0x5a).contains(self[place]) }
        return String(decoding: self[place..<Swift.min(place + 4, count)], as: UTF8.self).unicodeScalars.first?
            .properties.isUppercase ?? false
    }
}
