import Tokenizer

/// The entries of the full-text index for a text, the same in both databases.
///
/// A word is one entry. A run of an ``UnspacedScript`` has one for each character with the next one, the last character
/// alone, so that a word of two characters is one entry and a longer one is a phrase. After the words, in no phrase, are
/// the characters of all runs, once each, for words of one character.
package struct Lexemes: Sendable {
    /// The entries in order.
    package private(set) var words: [String] = []
    /// True if the last entry of a phrase may be longer.
    package private(set) var isPrefix = false

    /// Begins the entry of a character alone: a private character, with which no entry of a run begins.
    private static let alone = "\u{E000}"

    /// The entries of a text.
    package init(ofText text: String) {
        let words = FoldedWords.words(of: text)
        self.words.reserveCapacity(words.count)
        var characters: [String] = [], seen: Set<ArraySlice<UInt8>> = []
        for index in words.indices {
            let word = words[index]
            if word.isUnspaced, seen.insert(word.folded).inserted { characters.append(Self.entry(alone: word)) }
            self.words.append(Self.entry(index, of: words))
        }
        self.words += characters
    }

    /// The entries that follow one another in the texts that contain a phrase.
    ///
    /// - Parameter isPrefix: true if its last word may be longer. A run may always be.
    package init(ofPhrase phrase: String, isPrefix: Bool = false) {
        let words = FoldedWords.words(of: phrase)
        guard let last = words.last else { return }
        self.words = words.indices.map { Self.entry($0, of: words) }
        if !last.isUnspaced {
            self.isPrefix = isPrefix
        } else if words.count == 1 {
            self.words = [Self.entry(alone: last)]
        } else if last.isJoined {
            // It is in the entry before.
            self.words.removeLast()
        } else {
            self.isPrefix = true
        }
    }

    private static func entry(_ index: Int, of words: [FoldedWords.Word]) -> String {
        let entry = String(decoding: words[index].folded, as: UTF8.self)
        guard index + 1 < words.count, words[index + 1].isJoined else { return entry }
        return entry + String(decoding: words[index + 1].folded, as: UTF8.self)
    }

    private static func entry(alone word: FoldedWords.Word) -> String {
        alone + String(decoding: word.folded, as: UTF8.self)
    }

    /// True if SQLite's tokenizer splits an entry at a character.
    package static func isSplit(at scalar: Unicode.Scalar) -> Bool { UnspacedScript.isMark(scalar) }

    /// True if a text has entries other than the words that SQLite's tokenizer finds in it.
    package static func differ(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            while index < bytes.count {
                // Characters from U+0E00 have three bytes or more.
                if bytes[index] < 0xE0 {
                    index += 1
                    continue
                }
                let (scalar, length) = FoldedWords.scalar(bytes, index)
                if UnspacedScript.ofUsualWidth(scalar) != scalar || UnspacedScript.contains(scalar) { return true }
                index += length
            }
            return false
        }
    }
}

extension SearchFields {
    /// True if a text has entries other than the words that SQLite's tokenizer finds in it.
    package var lexemesDiffer: Bool { [title, text, author, source, joinedTags].contains(where: Lexemes.differ) }
}
