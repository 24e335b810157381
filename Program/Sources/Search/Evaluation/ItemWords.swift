/// A text of an item in lower case, in which a filter finds words.
package struct ItemWords: Sendable {
    private let bytes: [UInt8]

    /// A text of an item.
    package init(_ text: String) { bytes = Array(text.lowercased().utf8) }

    /// A filter's words, in lower case. An item passes if it contains all of them.
    package static func words(of filter: String) -> [String] {
        filter.lowercased().split(separator: " ").map(String.init)
    }

    /// Whether the text contains a word, also within another word.
    ///
    /// - Parameter word: the UTF-8 of a word in lower case.
    package func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= bytes.count else { return word.isEmpty }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...bytes.count - word.count where bytes[start] == first {
                if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
            }
            return false
        }
    }
}
