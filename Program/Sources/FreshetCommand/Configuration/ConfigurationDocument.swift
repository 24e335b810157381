import TOMLKit

/// A TOML document, and the lines of its keys.
struct ConfigurationDocument {
    let values: [String: ConfigurationValue]
    private let bytes: [UInt8]

    init(_ text: String) throws(ConfigurationMistake) {
        bytes = Array(text.utf8)
        if let nul = bytes.firstIndex(of: 0) {
            throw ConfigurationMistake(
                line: bytes[..<nul].count { $0 == UInt8(ascii: "\n") } + 1, reason: "A NUL character isn't allowed.")
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationMistake(line: max(1, error.source.begin.line), reason: error.description + ".")
        } catch {
            throw ConfigurationMistake(line: 1, reason: "\(error)")
        }
        values = Self.values(of: table)
    }

    /// The line on which the statement begins that sets the key, or a key of it; 1 if there is none.
    ///
    /// The library doesn't keep the positions of keys, so this parses the document's beginnings: the first one that contains the key ends with
    /// its statement, and the longest valid one before ends where that statement begins.
    func line(of path: [String]) -> Int {
        var statement = 0
        var line = 0
        var end = 0
        while end < bytes.count {
            let start = end
            end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
            line += 1
            let isBlank = bytes[start..<end].allSatisfy { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
            if isBlank, statement == line - 1 {
                statement = line
                continue
            }
            let beginning = String(decoding: bytes[..<end], as: UTF8.self)
            guard let table = try? TOMLTable(string: beginning) else { continue }  // in the middle of a value
            if Self.contains(table, path[...]) { return statement + 1 }
            statement = line
        }
        return 1
    }

    private static func contains(_ table: TOMLTable, _ path: ArraySlice<String>) -> Bool {
        guard let name = path.first, let value = table[name] else { return false }
        let rest = path.dropFirst()
        return withExtendedLifetime(table) { rest.isEmpty || value.table.map { contains($0, rest) } == true }
    }

    private static func values(of table: TOMLTable) -> [String: ConfigurationValue] {
        var values: [String: ConfigurationValue] = [:]
        for (key, value) in table { values[key] = Self.value(value) }
        return withExtendedLifetime(table) { values }
    }

    private static func value(_ value: any TOMLValueConvertible) -> ConfigurationValue {
        if let text = value.string { return .string(text) }
        if let number = value.int { return .integer(number) }
        if let value = value.bool { return .boolean(value) }
        if let array = value.array { return .array(array.map { Self.value($0) }) }
        if let table = value.table { return .table(values(of: table)) }
        return .other(type: value.type.description)
    }
}

/// A mistake on a line of the configuration file.
struct ConfigurationMistake: Error, Hashable {
    let line: Int
    let reason: String
}

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

    /// The problem of a value that must be something else.
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

/// A problem of a key's value, without the key.
struct ConfigurationProblem: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
