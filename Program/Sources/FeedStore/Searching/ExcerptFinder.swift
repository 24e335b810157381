import Search

/// Finds the part of an item's texts that shows why a search found it.
struct ExcerptFinder {
    private struct Phrase {
        let words: [String]
        let isPrefix: Bool
        let field: SearchQuery.Field?

        /// The number of words that it covers from there on; nil if they don't match.
        func length(at start: Int, of text: [FoldedWords.Word]) -> Int? {
            guard !words.isEmpty, start + words.count <= text.count else { return nil }
            for (offset, word) in words.enumerated() {
                let found = text[start + offset].folded
                let isLast = isPrefix && offset == words.count - 1
                if isLast ? !found.hasPrefix(word) : found != word { return nil }
            }
            return words.count
        }
    }

    /// The number of words in an excerpt.
    private static let length = 24
    /// The number of words before the first match.
    private static let lead = 4

    private let phrases: [Phrase]

    init(_ terms: [TextTerm]) {
        phrases = terms.map { term in
            Phrase(
                words: FoldedWords.words(of: term.text).map(\.folded), isPrefix: term.isPrefix, field: term.field)
        }
    }

    /// The words around the most matches in the field that has most; the title if none has any.
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
        words.indices.flatMap { start in
            phrases.indices.compactMap { index in
                guard phrases[index].field == nil || phrases[index].field == field else { return nil }
                return phrases[index].length(at: start, of: words).map { (index, start..<start + $0) }
            }
        }
    }

    private static func excerpt(
        _ text: String, _ words: [FoldedWords.Word], _ matches: [(phrase: Int, words: Range<Int>)]
    ) -> MarkedText {
        var (first, most) = (0, 0)
        for (index, match) in matches.enumerated() {
            let start = max(0, min(match.words.lowerBound - lead, words.count - length))
            let within = matches[index...].prefix { $0.words.lowerBound < start + length }
            let found = Set(within.filter { $0.words.upperBound <= start + length }.map(\.phrase)).count
            if found > most { (first, most) = (start, found) }
        }
        let end = min(first + length, words.count)
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
}
