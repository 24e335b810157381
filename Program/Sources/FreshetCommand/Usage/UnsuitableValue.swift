import WebText

/// A value that an option or argument can't have, from ArgumentParser's message about it.
///
/// ArgumentParser says that a value is invalid, but not always what is expected.
struct UnsuitableValue: CustomStringConvertible {
    /// The option, or the argument's name in capitals, as in usage lines.
    private let name: String
    private let value: String
    private let expected: String

    /// What is expected, by the name of the value in the help.
    private static let expectations = [
        "n": "a whole number", "number": "a whole number", "port": "a number from 0 to 65535",
        "ms": "a number of milliseconds", "age": "an age such as 12h or 7d, or a date such as 2026-01-31",
        "date": "a date such as 2026-01-31, or an age such as 7d or 12h", "m": "a number such as 4.5",
    ]

    /// Nil for other messages.
    init?(_ message: String) {
        let (start, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(start), let separator = message.ranges(of: middle).last,
            let end = message[separator.upperBound...].firstIndex(of: "'")
        else { return nil }
        value = String(message[message.index(message.startIndex, offsetBy: start.count)..<separator.lowerBound])
        let words = message[separator.upperBound..<end].split(separator: " ")
        let valueName = (words.last ?? "").filter { $0 != "<" && $0 != ">" }
        name = words.count > 1 ? String(words[0]) : valueName.uppercased()
        let choices = message[end...].split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.map {
            String($0.element)
        }
        if !choices.isEmpty, message[end...].contains("one of") {
            expected = choices.alternatives
        } else if let known = Self.expectations[valueName] {
            expected = known
        } else {
            return nil
        }
    }

    var description: String { "\(name) must be \(expected), not \(value.inQuotes)." }
}
