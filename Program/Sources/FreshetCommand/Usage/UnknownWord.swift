import ArgumentParser
import WebText

/// An unknown word on the command line, with a suggestion.
struct UnknownWord: Sendable, CustomStringConvertible {
    private let word: String
    private let name: String
    /// The choices to name: all, in their order, or the nearest ones if there are many.
    private let shown: [String]
    private let remark: String
    private static let most = 5
    /// The number of choices that a message can name.
    private static let many = 40
    /// The choice that was probably meant.
    let nearest: String?

    /// A word that isn't a `name`, such as "list" or "category".
    init(_ word: String, is name: String, among choices: [String]) {
        self.word = word
        self.name = name
        let typed = word.lowercased()
        let distances = choices.map { Self.distance(typed, $0.lowercased()) }
        let isLong = choices.count > Self.many
        shown =
            isLong
            ? zip(choices, distances).enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
                .prefix(Self.most).map(\.element.0) : choices
        remark = isLong ? " and \(choices.count - Self.most) others" : ""
        // The nearest choice, if at most half of its letters differ.
        nearest =
            zip(choices, distances).map { ($0, $1) }
            .filter { $0.1 * 2 <= max(typed.count, $0.0.count) || $0.0.lowercased().hasPrefix(typed) }
            .min { $0.1 < $1.1 }?.0
    }

    /// “There is no list “topp”. Did you mean “top”? Lists: top, new.”
    var description: String {
        "There is no \(name) \(word.inQuotes). " + (nearest.map { "Did you mean “\($0)”? " } ?? "")
            + "Choose from: " + shown.joined(separator: ", ") + remark + "."
    }

    /// The error for the argument parser.
    var error: ValidationError { ValidationError(description) }

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
