import Platform

/// Counts in how many titles each word was, which tells how much a shared word says.
///
/// The counts have a fixed size of 2 MiB; words whose hashes are alike share one. Old titles lose weight: every 50,000
/// titles, all counts are halved.
package struct WordRarity: Sendable {
    /// Below this number of titles, the counts say too little to join items by words.
    package static let fewest = 2_000

    /// True if enough titles are known to join items by words.
    var isSufficient: Bool { count >= Self.fewest }

    static let halving = 100_000
    private static let size = 1 << 20

    /// The titles that the counts are made of, less those that were halved away.
    package private(set) var count = 0
    private var counts = [UInt16](repeating: 0, count: size)

    package init() {}

    /// Counts the words of a title.
    package mutating func learn(_ title: String, source: String = "") { learn(StoryTitle(title, source: source)) }

    mutating func learn(_ title: StoryTitle) {
        count += 1
        for word in title.words {
            let slot = Self.slot(word.key)
            if counts[slot] < .max { counts[slot] += 1 }
        }
        guard count >= Self.halving else { return }
        count /= 2
        for slot in counts.indices { counts[slot] /= 2 }
    }

    /// The inverse document frequency of a word.
    func rarity(of word: UInt64) -> Double {
        Self.logarithm((Double(count) + 50) / (Double(counts[Self.slot(word)]) + 0.5))
    }

    /// The natural logarithm, rounded so that it is the same with every C library.
    static func logarithm(_ number: Double) -> Double { (log(number) * 4096).rounded() / 4096 }

    private static func slot(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word ^ word >> 32) & (size - 1) }
}
