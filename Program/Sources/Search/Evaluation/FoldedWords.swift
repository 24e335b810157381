import Platform
import Tokenizer

/// The words of an item's texts, folded like the search index does.
///
/// Each field is a series of words between zero bytes, so that phrases can be found as bytes. The characters of an
/// ``UnspacedScript`` are together in runs, each between zero bytes like a word, and are found anywhere in them.
package struct FoldedWords: Sendable {
    /// A word of a text, or one character of a run.
    package struct Word: Sendable {
        /// The UTF-8 of the word without case and diacritics.
        package let folded: ArraySlice<UInt8>
        /// Its place in the text's UTF-8.
        package let bytes: Range<Int>
        /// True if it is a character of an ``UnspacedScript``.
        package let isUnspaced: Bool
        /// True if it belongs to the run of the character before it.
        package let isJoined: Bool
    }

    let bytes: [UInt8]
    /// The ends of the fields.
    private let ends: [Int]

    init(_ fields: SearchFields) {
        self.init([fields.title, fields.text, fields.author, fields.source, fields.joinedTags])
    }

    private init(_ texts: [String]) {
        // Folding can lengthen a character by one byte, and each text adds two zeros.
        let capacity = texts.reduce(0) { $0 + $1.utf8.count * 2 + 2 }
        var ends: [Int] = []
        bytes = Array(unsafeUninitializedCapacity: capacity) { buffer, count in
            var writer = Writer(buffer: buffer)
            for text in texts {
                var text = text
                text.withUTF8 { writer.add($0) }
                ends.append(writer.count)
            }
            count = writer.count
        }
        self.ends = ends
    }

    /// The words of a text, in order.
    package static func words(of text: String) -> [Word] {
        var text = text
        var places: [Place] = []
        let bytes = Array(unsafeUninitializedCapacity: text.utf8.count * 2 + 2) { buffer, count in
            var writer = Writer(buffer: buffer, places: [])
            text.withUTF8 { writer.add($0) }
            places = writer.places ?? []
            count = writer.count
        }
        return places.map { place in
            Word(
                folded: bytes[place.folded], bytes: place.text, isUnspaced: place.isUnspaced,
                isJoined: place.isJoined)
        }
    }

    /// The bytes that `contains` searches for; nil for a text without words, which nothing contains.
    static func needle(_ text: String, isPrefix: Bool = false) -> Needle? {
        var bytes = FoldedWords([text]).bytes
        if bytes.count <= 1 { return nil }
        // A run can begin and end within a longer one.
        let characters = String(decoding: bytes[1..<bytes.count - 1], as: UTF8.self).unicodeScalars
        if isPrefix || characters.last.map({ UnspacedScript.contains($0.value) }) ?? false { bytes.removeLast() }
        if let first = characters.first, UnspacedScript.contains(first.value) { bytes.removeFirst() }
        return Needle(bytes)
    }

    func contains(_ needle: Needle, in field: SearchQuery.Field?) -> Bool {
        let range: Range<Int>
        if let field {
            let index = field.index
            range = (index == 0 ? 0 : ends[index - 1])..<ends[index]
        } else {
            range = 0..<bytes.count
        }
        return bytes.withUnsafeBufferPointer { needle.isFound(in: UnsafeBufferPointer(rebasing: $0[range])) }
    }
}

/// The place of a word among the folded bytes, and in the text.
private struct Place {
    var folded: Range<Int>
    var text: Range<Int>
    var isUnspaced = false
    var isJoined = false
}

/// Writes the words and runs of texts, each between zero bytes.
private struct Writer {
    let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    /// The places of words in the text; nil if they aren't asked for.
    private(set) var places: [Place]?
    /// The start of the current word in the text, and in the buffer.
    private var start = (text: 0, folded: 0)
    /// The last character of the current run; nil outside of runs.
    private var last: UInt32?

    init(buffer: UnsafeMutableBufferPointer<UInt8>, places: [Place]? = nil) {
        (self.buffer, self.places) = (buffer, places)
    }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        buffer[count] = 0
        count += 1
        CharacterFolding.ascii.withUnsafeBufferPointer { add(text, ascii: $0) }
        endWord(at: text.count)
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>, ascii: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                add(ascii[Int(byte)], from: index)
                index += 1
                continue
            }
            let (scalar, length) = FoldedWords.scalar(text, index)
            defer { index += length }
            let usual = UnspacedScript.ofUsualWidth(scalar)
            if usual < 0x80 {
                add(ascii[Int(usual)], from: index)
            } else if !addUnspaced(usual, index..<index + length) {
                add(CharacterFolding.character(scalar), from: index)
            }
        }
    }

    /// Adds a folded letter or digit; zero for a separator.
    private mutating func add(_ folded: UInt8, from index: Int) {
        if folded != 0 { append(folded, from: index) } else { endWord(at: index) }
    }

    private mutating func add(_ character: CharacterFolding.Character, from index: Int) {
        let isInWord = buffer[count - 1] != 0
        if isInWord, character.isWord, character.folded == 0 { return }
        guard isInWord && last == nil ? character.isWord : character.beginsWord else { return endWord(at: index) }
        if character.folded != 0, let encoded = Unicode.Scalar(character.folded).flatMap(UTF8.encode) {
            for byte in encoded { append(byte, from: index) }
        }
    }

    private mutating func append(_ byte: UInt8, from index: Int) {
        if last != nil { endWord(at: index) }
        if buffer[count - 1] == 0 { start = (index, count) }
        buffer[count] = byte
        count += 1
    }

    /// Adds a character to a run, or ignores it there; false for other characters.
    private mutating func addUnspaced(_ scalar: UInt32, _ place: Range<Int>) -> Bool {
        if scalar < UnspacedScript.first { return false }
        if last != nil, UnspacedScript.isIgnored(scalar) { return true }
        guard UnspacedScript.contains(scalar) else { return false }
        if let last, let composed = UnspacedScript.composed(last, scalar) {
            // Both have three bytes.
            count -= 3
            write(composed)
            if let index = places?.indices.last, let start = places?[index].text.lowerBound {
                places?[index].text = start..<place.upperBound
            }
        } else {
            if last == nil { endWord(at: place.lowerBound) }
            let start = count
            let isJoined = last != nil
            write(scalar)
            places?.append(Place(folded: start..<count, text: place, isUnspaced: true, isJoined: isJoined))
        }
        return true
    }

    private mutating func write(_ scalar: UInt32) {
        guard let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { return }
        for byte in encoded {
            buffer[count] = byte
            count += 1
        }
        last = scalar
    }

    private mutating func endWord(at index: Int) {
        if buffer[count - 1] == 0 { return }
        if last == nil { places?.append(Place(folded: start.folded..<count, text: start.text..<index)) }
        last = nil
        buffer[count] = 0
        count += 1
    }

}

extension FoldedWords {
    /// A multibyte character, and the number of its bytes. Strings are valid UTF-8.
    static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (UInt32, Int) {
        func rest(_ offset: Int) -> UInt32 {
            index + offset < text.count ? UInt32(text[index + offset] & 0x3F) : 0
        }
        let byte = UInt32(text[index])
        if byte < 0xE0 { return ((byte & 0x1F) << 6 | rest(1), 2) }
        if byte < 0xF0 { return ((byte & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
        return ((byte & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }
}

/// A phrase as bytes to search for.
struct Needle: Sendable, Hashable {
    private let bytes: [UInt8]
    /// The position of the byte that is rarest in texts.
    private let rarest: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        rarest = bytes.indices.max { Self.rarity(bytes[$0]) < Self.rarity(bytes[$1]) } ?? 0
    }

    private static let frequent = Array("\0etaoinsrhldcumfpgwybvkxjqz".utf8)

    private static func rarity(_ byte: UInt8) -> Int {
        // The first bytes of a script's characters are few.
        byte >= 0xE0 ? 1 : frequent.firstIndex(of: byte) ?? 20
    }

    func isFound(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= bytes.count, let start = text.baseAddress else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            guard let wanted = bytes.baseAddress else { return true }
            var place = rarest
            let end = text.count - (bytes.count - rarest - 1)
            while place < end {
                guard let found = memchr(start + place, Int32(bytes[rarest]), end - place) else { return false }
                place = UnsafeRawPointer(start).distance(to: found)
                if memcmp(start + place - rarest, wanted, bytes.count) == 0 { return true }
                place += 1
            }
            return false
        }
    }
}
