import Logging
import Platform
import WebText

/// A line of the server's log: a message and named values.
package struct LogLine: Sendable {
    /// The names of values in the order of a line. What clients send comes last, so that it can't imitate the values before it.
    private static let order = [
        "client", "reason", "route", "status", "size", "duration", "accountID", "by", "account", "method", "path",
        "error",
    ]

    let level: Logger.Level
    /// The module that logs.
    let source: String
    let message: String
    private let values: [(name: String, value: Logger.MetadataValue)]

    /// A line about an event.
    package init(_ event: LogEvent) {
        (level, source, message) = (event.level, event.source, event.message.description)
        var values = event.metadata ?? [:]
        if let error = event.error { values["error"] = .string("\(error)") }
        let place = { (name: String) in Self.order.firstIndex(of: name) ?? Self.order.count }
        self.values = values.sorted { (place($0.key), $0.key) < (place($1.key), $1.key) }.map { ($0.key, $0.value) }
    }

    /// The line without its end. It may contain control characters of an upstream in the text format.
    package func text(_ format: LogFormat, at date: Date) -> String {
        switch format {
        case .text: "\(date.internetDateTimeWithMilliseconds) \(level) freshet: [\(source)] \(words)"
        case .json: json(date)
        }
    }

    /// The message and the values. Those that a client or an upstream may have sent are in quotes.
    var words: String {
        guard !values.isEmpty else { return message }
        return message + ":" + values.map { " \($0.name)=\(Self.word($0.value))" }.joined()
    }

    private static func word(_ value: Logger.MetadataValue) -> String {
        if case .stringConvertible(let value) = value { return value.description }
        return "\"" + value.description.replacing("\"", with: "'") + "\""
    }

    private func json(_ date: Date) -> String {
        let head = [
            ("time", Self.quoted(date.internetDateTimeWithMilliseconds)), ("level", Self.quoted(level.rawValue)),
            ("source", Self.quoted(source)), ("message", Self.quoted(message)),
        ]
        let fields = head + values.map { ($0.name, Self.json($0.value)) }
        return "{" + fields.map { Self.quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
    }

    private static func json(_ value: Logger.MetadataValue) -> String {
        if case .stringConvertible(let value) = value {
            if let number = value as? Int { return String(number) }
            if let number = value as? Double, number.isFinite { return String(number) }
        }
        return quoted(value.description)
    }

    /// A string in JSON (RFC 8259, section 7), with escapes for all but printable ASCII: no log viewer acts on it.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x5C:
                result += "\\"
                result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }
}

/// The format of a log's lines.
package enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// For people, and for fail2ban.
    case text
    /// One JSON object a line, for programs.
    case json
}
