/// A value of the configuration file.
enum ConfigurationValue: Sendable, Hashable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([ConfigurationValue])
    case table([String: ConfigurationValue])
    /// A value of a type that no key has, such as a date.
    case other(type: String)

    private var type: String {
        switch self {
        case .string(let text): "“\(text)”"
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .array: "an array"
        case .table: "a table"
        case .other(let type): type == "array" || type.hasPrefix("integer") ? "an \(type)" : "a \(type)"
        }
    }

    /// Says that the value must be something else.
    func mismatch(_ expected: String) -> ConfigurationProblem {
        ConfigurationProblem("must be \(expected), not \(type)")
    }

    func boolean() throws(ConfigurationProblem) -> Bool {
        guard case .boolean(let value) = self else { throw mismatch("true or false") }
        return value
    }

    func integer(in range: ClosedRange<Int>) throws(ConfigurationProblem) -> Int {
        guard case .integer(let number) = self, range.contains(number) else {
            throw mismatch("an integer from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A string that isn't blank.
    func string(_ expected: String = "a string") throws(ConfigurationProblem) -> String {
        guard case .string(let text) = self else { throw mismatch(expected) }
        guard !text.allSatisfy(\.isWhitespace) else { throw ConfigurationProblem("must not be empty") }
        return text
    }

    /// Strings; a single one needs no brackets.
    func strings() throws(ConfigurationProblem) -> [String] {
        guard case .array(let values) = self else { return [try string("a string or an array of strings")] }
        var strings: [String] = []
        for value in values { strings.append(try value.string("an array of strings")) }
        return strings
    }

    func choice<Value: RawRepresentable<String> & CaseIterable>(of _: Value.Type) throws(ConfigurationProblem) -> Value
    {
        let names = Value.allCases.map { "\"\($0.rawValue)\"" }
        guard case .string(let text) = self, let value = Value(rawValue: text) else {
            throw mismatch(names.alternatives)
        }
        return value
    }
}

/// What is wrong with a key's value, without the key.
struct ConfigurationProblem: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
