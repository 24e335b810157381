import Platform
import Search

/// The smallest hashes of a text's runs of five words: texts with large parts in common have many of them in common.
struct TextSketch: Sendable {
    static let size = 16
    /// The hashes that two copies of a text have in common, at least.
    static let copies = 10

    /// Ascending; empty for a text of less than 40 words, or in a script without spaces.
    let hashes: [UInt64]

    init(_ text: String) {
        let folded = FoldedWords.words(of: String(decoding: text.utf8.prefix(3_000), as: UTF8.self))
        guard folded.count >= 40, !folded.contains(where: \.isUnspaced) else {
            hashes = []
            return
        }
        let words = folded.map { FNV1a.hash64($0.folded) }
        let runs = Set(
            words.indices.dropLast(4).map { start in words[start..<start + 5].reduce(0) { Self.mixed($0 ^ $1) } })
        hashes = Array(runs.sorted().prefix(Self.size))
    }

    /// Spreads the bits of a hash (MurmurHash3's last step).
    private static func mixed(_ hash: UInt64) -> UInt64 {
        var hash = hash
        hash = (hash ^ hash >> 33) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ hash >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ hash >> 33
    }
}
