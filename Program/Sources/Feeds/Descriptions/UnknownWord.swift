import ArgumentParser
import WebText

/// An unknown word on the command line, with a suggestion.
package struct UnknownWord: Sendable, CustomStringConvertible {
    private let word: String
    private let name: String
    /// The choices to name.
    private let shown: [String]
    /// The number of other choices.
    private let others: Int
    /// The choice that was probably meant.
    package let nearest: String?

    /// A word that isn't a `name`, such as "list" or "category".
    ///
    /// - Parameter most: the maximum number of choices to name; the nearest ones if there are more.
    package init(_ word: String, is name: String, among choices: [String], atMost most: Int = .max) {
        self.word = word
        self.name = name
        let typed = word.lowercased()
        // Choices are near if at most half of the letters differ; the others stay in their order.
        let distances = choices.map { choice in
            let distance = Self.distance(typed, choice.lowercased())
            let isNear = distance * 2 <= max(typed.count, choice.count) || choice.lowercased().hasPrefix(typed)
            return isNear ? distance : nil
        }
        let order = choices.indices.sorted { (distances[$0] ?? .max, $0) < (distances[$1] ?? .max, $1) }
        shown = choices.count > most ? order.prefix(most).map { choices[$0] } : choices
        others = choices.count - shown.count
        nearest = order.first.flatMap { distances[$0] == nil ? nil : choices[$0] }
    }

    /// “There is no list “topp”. Did you mean “top”? Lists: top, new.”
    package var description: String {
        "There is no \(name) \(word.inQuotes). " + (nearest.map { "Did you mean “\($0)”? " } ?? "")
            + "Choose from: " + shown.joined(separator: ", ")
            + (others > 0 ? " and " + others.counted("other") + "." : ".")
    }

    /// The error for the argument parser.
    package var error: ValidationError { ValidationError(description) }

    /// The number of letters to insert, remove or replace, or to swap with the next one.
    private static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var rows = [Array(0...other.count)]
        for i in one.indices {
            var row = [i + 1]
            for j in other.indices {
                var least = min(rows[i][j] + (one[i] == other[j] ? 0 : 1), row[j] + 1, rows[i][j + 1] + 1)
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
