/// What somebody may have meant.
struct Suggestion {
    private let choices: [String]
    private let nearest: String?

    /// The choice with the fewest letters to change, if that is no more than half of them.
    init(for word: String, among choices: [String]) {
        self.choices = choices
        let word = word.lowercased()
        nearest =
            choices.map { ($0, Self.distance(word, $0.lowercased())) }
            .filter { $0.1 * 2 <= max(word.count, $0.0.count) || $0.0.lowercased().hasPrefix(word) }
            .min { $0.1 < $1.1 }?.0
    }

    /// Such as: did you mean “wildfires”? There are: ….
    var sentence: String {
        (nearest.map { "did you mean “\($0)”? " } ?? "") + "There are: " + choices.joined(separator: ", ")
    }

    /// How many letters have to be inserted, removed or replaced (Levenshtein).
    private static func distance(_ one: String, _ other: String) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, otherLetter) in other.enumerated() {
                let replaced = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[other.count]
    }
}
