import WebText

/// The variables in a file that systemd reads with `EnvironmentFile=`, by the rules of systemd.exec(5).
struct EnvironmentFile: Sendable {
    /// The variables in the order of the file, each name once with its last value.
    let variables: [(name: String, value: String)]

    init(_ text: String) {
        var reader = EnvironmentReader(text)
        var variables: [(name: String, value: String)] = []
        while let assignment = reader.next() {
            variables.removeAll { $0.name == assignment.name }
            variables.append(assignment)
        }
        self.variables = variables
    }
}

/// Reads the assignments of an environment file one by one.
private struct EnvironmentReader {
    private let scalars: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take() -> Unicode.Scalar? {
        guard let current else { return nil }
        position += 1
        return current
    }

    /// The next assignment to a valid name; nil at the end. Comments and other lines are left out.
    mutating func next() -> (name: String, value: String)? {
        while current != nil {
            var name = ""
            while let scalar = current, scalar != "\n", scalar != "=" {
                name.unicodeScalars.append(scalar)
                position += 1
            }
            guard take() == "=" else { continue }
            let trimmed = name.trimmed
            if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") {
                skipLine()
                continue
            }
            let value = readValue()
            if trimmed.isVariableName { return (trimmed, value) }
        }
        return nil
    }

    private mutating func skipLine() {
        while let scalar = take(), scalar != "\n" {}
    }

    /// The value up to the end of its line: parts in quotation marks, then text in which these have no meaning.
    private mutating func readValue() -> String {
        var value = ""
        while let scalar = current, scalar != "\n" {
            switch scalar {
            case "'": appendQuoted(to: &value)
            case "\"": appendDoubleQuoted(to: &value)
            case " ", "\t", "\r": position += 1
            default:
                value += unquoted()
                return value
            }
        }
        position += 1
        return value
    }

    /// Everything up to the next quotation mark.
    private mutating func appendQuoted(to value: inout String) {
        position += 1
        while let scalar = take(), scalar != "'" { value.unicodeScalars.append(scalar) }
    }

    /// A backslash keeps its meaning only before the characters that need one.
    private mutating func appendDoubleQuoted(to value: inout String) {
        position += 1
        while let scalar = take(), scalar != "\"" {
            guard scalar == "\\", let next = take() else {
                value.unicodeScalars.append(scalar)
                continue
            }
            if next == "\n" { continue }
            if !["\"", "\\", "`", "$"].contains(next) { value.unicodeScalars.append(scalar) }
            value.unicodeScalars.append(next)
        }
    }

    /// The rest of the line, without blanks at its end. A backslash keeps the next character, or continues the line.
    private mutating func unquoted() -> String {
        var value = ""
        // The length up to the last character that isn't a blank, or that follows a backslash.
        var kept = 0
        while let scalar = take(), scalar != "\n" {
            if scalar == "\\" {
                guard let next = take() else { break }
                if next == "\n" { continue }
                value.unicodeScalars.append(next)
                kept = value.unicodeScalars.count
            } else {
                value.unicodeScalars.append(scalar)
                if !" \t\r".unicodeScalars.contains(scalar) { kept = value.unicodeScalars.count }
            }
        }
        return String(value.unicodeScalars.prefix(kept))
    }
}

extension String {
    /// True if the text can be the name of an environment variable.
    fileprivate var isVariableName: Bool {
        first?.isNumber == false
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}
