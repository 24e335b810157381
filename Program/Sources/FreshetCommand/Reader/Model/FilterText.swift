import Feeds

/// The text that a filter searches in an item, in lower case.
struct FilterText: Sendable {
    private let bytes: [UInt8]

    init(_ entry: Entry, _ feed: Feed) {
        let parts = [entry.plainTitle, entry.source ?? "", entry.author?.name ?? "", entry.kind.name, feed.title]
        bytes = Array((parts + entry.tags).joined(separator: "\n").lowercased().utf8)
    }

    /// A filter's words; an item passes if it contains all of them.
    static func words(_ filter: String) -> [[UInt8]] {
        filter.lowercased().split(separator: " ").map { Array($0.utf8) }
    }

    func contains(_ words: [[UInt8]]) -> Bool { words.allSatisfy { contains($0) } }

    private func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first, word.count <= bytes.count else { return word.isEmpty }
        return bytes.withUnsafeBufferPointer { bytes in
            for start in 0...bytes.count - word.count where bytes[start] == first {
                if word.indices.allSatisfy({ bytes[start + $0] == word[$0] }) { return true }
            }
            return false
        }
    }
}
