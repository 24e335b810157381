#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The words of an item's texts as the search index has them.
///
/// Each field is its words between zero bytes, so that a phrase is found as bytes.
struct FoldedWords: Sendable {
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(_ fields: SearchFields) {
        bytes.reserveCapacity(64 + fields.title.utf8.count + fields.text.utf8.count)
        add(fields.title)
        add(fields.text)
        add(fields.author)
        add(fields.source)
        add(fields.joinedTags)
    }

    /// The words of one text.
    private init(_ text: String) { add(text) }

    /// What `contains` looks for; nil for a text without words, which nothing contains.
    static func needle(_ text: String, isPrefix: Bool = false) -> Needle? {
        var bytes = FoldedWords(text).bytes
        if bytes.count <= 1 { return nil }
        if isPrefix { bytes.removeLast() }
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

    private mutating func add(_ text: String) {
        bytes.append(0)
        var text = text
        text.withUTF8 { add($0) }
        if bytes[bytes.count - 1] != 0 { bytes.append(0) }
        ends.append(bytes.count)
    }

    private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var isInWord = false
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                index += 1
                let folded = CharacterFolding.ascii[Int(byte)]
                if folded != 0 {
                    bytes.append(folded)
                    isInWord = true
                } else if isInWord {
                    bytes.append(0)
                    isInWord = false
                }
                continue
            }
            let (scalar, length) = Self.scalar(text, index)
            index += length
            let character = CharacterFolding.character(scalar)
            if isInWord ? character.isWord : character.beginsWord {
                isInWord = true
                if character.folded != 0, let encoded = Unicode.Scalar(character.folded).flatMap(UTF8.encode) {
                    bytes.append(contentsOf: encoded)
                }
            } else if isInWord {
                bytes.append(0)
                isInWord = false
            }
        }
    }

    /// A character of more than one byte. Strings are valid UTF-8.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> (UInt32, Int) {
        func rest(_ offset: Int) -> UInt32 {
            index + offset < text.count ? UInt32(text[index + offset] & 0x3F) : 0
        }
        let byte = UInt32(text[index])
        if byte < 0xE0 { return ((byte & 0x1F) << 6 | rest(1), 2) }
        if byte < 0xF0 { return ((byte & 0x0F) << 12 | rest(1) << 6 | rest(2), 3) }
        return ((byte & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }
}

/// Words that follow one another, as bytes to look for.
struct Needle: Sendable, Hashable {
    private let bytes: [UInt8]
    /// Where the byte is that texts have least of.
    private let rarest: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        rarest = bytes.indices.max { Self.rarity(bytes[$0]) < Self.rarity(bytes[$1]) } ?? 0
    }

    private static let frequent = Array("\0etaoinsrhldcumfpgwybvkxjqz".utf8)

    private static func rarity(_ byte: UInt8) -> Int { frequent.firstIndex(of: byte) ?? 20 }

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
