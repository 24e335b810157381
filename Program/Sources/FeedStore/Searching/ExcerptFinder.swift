import Search

/// Finds the part of an item's texts that shows why a search found it.
struct ExcerptFinder {
    private struct Phrase {
        let words: [FoldedWords.Word]
        let isPrefix: Bool
        let field: SearchQuery.Field?

        /// The number of words that it covers from there on; nil if they don't match.
        func length(at start: Int, of text: [FoldedWords.Word]) -> Int? {
            guard !words.isEmpty, start + words.count <= text.count else { return nil }
            for (offset, word) in words.enumerated() {
                let found = text[start + offset]
                // A run can begin within a longer one.
                if offset > 0, found.isJoined != word.isJoined { return nil }
                let isLast = isPrefix && !word.isUnspaced && offset == words.count - 1
                if isLast ? !found.folded.starts(with: word.folded) : found.folded != word.folded { return nil }
            }
            return words.count
        }
    }

    /// The width of an excerpt: 24 words.
    private static let length = 48
    /// The width before the first match: 4 words.
    private static let lead = 8

    private let phrases: [Phrase]

    init(_ terms: [TextTerm]) {
        phrases = terms.map { term in
            Phrase(words: FoldedWords.words(of: term.text), isPrefix: term.isPrefix, field: term.field)
        }
    }

    /// The words around the most matches in the field with most of them; the title without matches.
    func excerpt(of texts: SearchFields) -> MarkedText {
        let fields: [(SearchQuery.Field, String)] = [
            (.title, texts.title), (.text, texts.text), (.author, texts.author), (.source, texts.source),
            (.tags, texts.joinedTags),
        ]
        var best: (found: Int, excerpt: MarkedText)?
        for (field, text) in fields where !text.isEmpty {
            let words = FoldedWords.words(of: text)
            let matches = matches(in: field, words)
            let found = Set(matches.map(\.phrase)).count
            if found > best?.found ?? 0 { best = (found, Self.excerpt(text, words, matches)) }
        }
        return best?.excerpt ?? MarkedText(plain: texts.title)
    }

    private func matches(
        in field: SearchQuery.Field, _ words: [FoldedWords.Word]
    ) -> [(phrase: Int, words: Range<Int>)] {
        let searched = phrases.enumerated().filter { $0.element.field == nil || $0.element.field == field }
        var matches: [(phrase: Int, words: Range<Int>)] = []
        for start in words.indices {
            for (index, phrase) in searched {
                if let length = phrase.length(at: start, of: words) { matches.append((index, start..<start + length)) }
            }
        }
        return matches
    }

    private static func excerpt(
        _ text: String, _ words: [FoldedWords.Word], _ matches: [(phrase: Int, words: Range<Int>)]
    ) -> MarkedText {
        var (first, end, most) = (0, 0, 0)
        let last = start(before: words.count, atMost: length, words)
        for (index, match) in matches.enumerated() {
            let start = min(start(before: match.words.lowerBound, atMost: lead, words), last)
            let stop = self.end(after: start, words)
            let within = matches[index...].prefix { $0.words.lowerBound < stop }
            let found = Set(within.filter { $0.words.upperBound <= stop }.map(\.phrase)).count
            if found > most { (first, end, most) = (start, stop, found) }
        }
        let bytes = Array(text.utf8)
        var marked = first > 0 ? "…" : ""
        var place = first > 0 ? words[first].bytes.lowerBound : 0
        var next = first
        for match in matches where match.words.lowerBound >= next && match.words.upperBound <= end {
            let (start, stop) = (
                words[match.words.lowerBound].bytes.lowerBound, words[match.words.upperBound - 1].bytes.upperBound
            )
            marked += String(decoding: bytes[place..<start], as: UTF8.self)
            marked += "\u{2}" + String(decoding: bytes[start..<stop], as: UTF8.self) + "\u{3}"
            (place, next) = (stop, match.words.upperBound)
        }
        let stop = end < words.count ? words[end - 1].bytes.upperBound : bytes.count
        marked += String(decoding: bytes[place..<stop], as: UTF8.self) + (end < words.count ? "…" : "")
        return MarkedText(marked, between: "\u{2}", and: "\u{3}")
    }

    /// The width of a word: a character of an unspaced script is as wide as half a word.
    private static func width(_ word: FoldedWords.Word) -> Int { word.isUnspaced ? 1 : 2 }

    /// The first of the words before a place that together have at most that width.
    private static func start(before place: Int, atMost most: Int, _ words: [FoldedWords.Word]) -> Int {
        var (start, sum) = (place, 0)
        while start > 0, sum + width(words[start - 1]) <= most {
            start -= 1
            sum += width(words[start])
        }
        return start
    }

    /// The place after an excerpt that begins at a word.
    private static func end(after start: Int, _ words: [FoldedWords.Word]) -> Int {
        var (end, sum) = (start, 0)
        while end < words.count, sum + width(words[end]) <= length {
            sum += width(words[end])
            end += 1
        }
        return end
    }
}

/// The text of a hit, converted from marks around the matched words to ranges.
struct MarkedText {
    private(set) var text = ""
    private(set) var ranges: [Range<String.Index>] = []

    /// A text without marks.
    init(plain: String) { self.init(plain, between: nil, and: nil) }

    /// White space becomes one space.
    init(_ marked: String, between openMark: Character?, and closeMark: Character?) {
        var offsets: [Range<Int>] = []
        var start: Int?
        for character in marked {
            switch character {
            case openMark: start = text.utf8.count
            case closeMark:
                if let first = start.take() { offsets.append(first..<text.utf8.count) }
            case _ where character.isWhitespace:
                if !text.isEmpty, text.last != " " { text.append(" ") }
            default: text.append(character)
            }
        }
        // Indices are computed last: appending invalidates earlier ones.
        ranges = offsets.map { offsets in
            text.utf8.index(
                text.startIndex, offsetBy: offsets.lowerBound)..<text.utf8.index(
                    text.startIndex, offsetBy: offsets.upperBound)
        }
    }
}
