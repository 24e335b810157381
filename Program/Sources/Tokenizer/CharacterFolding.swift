import GRDB
import Synchronization

/// Folds characters like the search index: which belong to words, and their form without case and diacritics.
///
/// Learned from SQLite's own tokenizer, 256 characters at a time, so that rules and searches agree, whichever
/// version of SQLite is linked.
package enum CharacterFolding {
    /// The folding of a character.
    package struct Character: Sendable {
        /// The folded character; 0 if it vanishes within a word.
        package var folded: UInt32
        /// True if it belongs to words.
        package var isWord: Bool
        /// True if it can begin a word.
        package var beginsWord: Bool

        static let separator = Character(folded: 0, isWord: false, beginsWord: false)
    }

    /// The folding of ASCII characters; 0 for separators.
    package static let ascii: [UInt8] = (0..<128).map { (byte: UInt8) in
        switch byte {
        case 0x30...0x39, 0x61...0x7A: byte
        case 0x41...0x5A: byte + 0x20
        default: 0
        }
    }

    private typealias Pages = [UInt32: [Character]]
    private static let known = Mutex<Pages>([:])

    /// A character from U+0080.
    package static func character(_ scalar: UInt32) -> Character {
        let page = scalar >> 8
        if let characters = known.withLock({ $0[page] }) { return characters[Int(scalar & 0xFF)] }
        // Learned outside the lock; two threads may learn the same block.
        let characters = learn(page)
        known.withLock { $0[page] = characters }
        return characters[Int(scalar & 0xFF)]
    }

    /// True if a folded character belongs to words.
    package static func isWord(_ scalar: UInt32) -> Bool {
        scalar < 128 ? ascii[Int(scalar)] != 0 : character(scalar).isWord
    }

    /// The character in patterns: removed if it is a combining mark, unchanged if it is a separator.
    package static func folded(_ scalar: UInt32) -> [UInt32] {
        if scalar < 128 { return [0x41...0x5A ~= scalar ? scalar + 0x20 : scalar] }
        let character = character(scalar)
        return !character.isWord ? [scalar] : character.folded == 0 ? [] : [character.folded]
    }

    /// The text in the form that patterns match.
    package static func scalars(of text: String, atMost limit: Int) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(min(text.utf8.count, limit))
        for scalar in text.unicodeScalars {
            if result.count >= limit { break }
            let value = scalar.value
            if value < 128 {
                result.append(0x41...0x5A ~= value ? value + 0x20 : value)
            } else {
                let character = character(value)
                if !character.isWord {
                    result.append(value)
                } else if character.folded != 0 {
                    result.append(character.folded)
                }
            }
        }
        return result
    }

    private static func learn(_ page: UInt32) -> [Character] {
        do {
            return try DatabaseQueue().read { db in
                let tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
                return try (page << 8..<(page + 1) << 8).map { value in
                    guard let scalar = Unicode.Scalar(value) else { return .separator }
                    let inside = try tokenizer.tokenize(document: "a\(scalar)b").map(\.token)
                    guard inside.count == 1, let token = inside.first else { return .separator }
                    let folded = token.unicodeScalars.dropFirst().dropLast().first?.value ?? 0
                    let first = try tokenizer.tokenize(document: "\(scalar)b").map(\.token)
                    return Character(folded: folded, isWord: true, beginsWord: first != ["b"])
                }
            }
        } catch {
            // If no memory is left for a connection, characters stay as they are.
            return (page << 8..<(page + 1) << 8).map { Character(folded: $0, isWord: true, beginsWord: true) }
        }
    }
}
