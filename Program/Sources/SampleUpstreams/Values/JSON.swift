/// A JSON value that keeps the order of keys and the text of numbers.
indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    /// A number as text, such as `35.00`.
    case number(String)
    case string(String)
    case array([JSON])
    case object([(key: String, value: JSON)])

    /// The object with these keys added at its end.
    func adding(_ more: JSON) -> JSON {
        guard case .object(let mine) = self, case .object(let others) = more else { return self }
        return .object(mine + others)
    }

    /// The object without these keys.
    func without(_ keys: Set<String>) -> JSON {
        guard case .object(let mine) = self else { return self }
        return .object(mine.filter { !keys.contains($0.key) })
    }

    /// The string, or null.
    static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

    /// The object of the keys that have values.
    static func present(_ members: [(key: String, value: JSON?)]) -> JSON {
        .object(members.compactMap { member in member.value.map { (member.key, $0) } })
    }
}

extension JSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(nilLiteral: ()) { self = .null }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map { ($0.0, $0.1) }) }
}

extension JSON {
    /// The white space in an upstream's responses.
    enum Style {
        /// None, like GitHub and Firebase.
        case compact
        /// Tabs and `"key": value`, like EONET.
        case tabbed
        /// Two spaces and `"key" : value`, like Firebase with `print=pretty`.
        case pretty

        fileprivate var indent: String {
            switch self {
            case .compact: ""
            case .tabbed: "\t"
            case .pretty: "  "
            }
        }

        fileprivate var colon: String {
            switch self {
            case .compact: ":"
            case .tabbed: ": "
            case .pretty: " : "
            }
        }
    }

    /// The value as UTF-8.
    func text(_ style: Style = .compact) -> [UInt8] {
        var writer = Writer(style: style)
        writer.write(self, depth: 0)
        if style != .compact { writer.bytes.append(UInt8(ascii: "\n")) }
        return writer.bytes
    }

    private struct Writer {
        let style: Style
        var bytes: [UInt8] = []

        mutating func write(_ value: JSON, depth: Int) {
            switch value {
            case .null: put("null")
            case .bool(let value): put(value ? "true" : "false")
            case .int(let value): put(String(value))
            case .number(let text): put(text)
            case .string(let text): write(text)
            case .array(let values) where values.allSatisfy(\.isSmall): writeInline(values, depth: depth)
            case .array(let values):
                put("[")
                for (index, value) in values.enumerated() {
                    if index > 0 { put(",") }
                    newLine(depth + 1)
                    write(value, depth: depth + 1)
                }
                newLine(depth)
                put("]")
            case .object(let members):
                put("{")
                for (index, member) in members.enumerated() {
                    if index > 0 { put(",") }
                    newLine(depth + 1)
                    write(member.key)
                    put(style.colon)
                    write(member.value, depth: depth + 1)
                }
                if !members.isEmpty { newLine(depth) }
                put("}")
            }
        }

        private mutating func writeInline(_ values: [JSON], depth: Int) {
            let blank = style == .compact || values.isEmpty ? "" : " "
            put("[" + blank)
            for (index, value) in values.enumerated() {
                if index > 0 { put("," + blank) }
                write(value, depth: depth)
            }
            put(blank + "]")
        }

        private mutating func write(_ text: String) {
            put("\"")
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""): put("\\\"")
                case UInt8(ascii: "\\"): put("\\\\")
                case 0x0a: put("\\n")
                case 0x0d: put("\\r")
                case 0x09: put("\\t")
                case ..<0x20:
                    let hex = String(byte, radix: 16)
                    put("\\u" + String(repeating: "0", count: 4 - hex.count) + hex)
                default: bytes.append(byte)
                }
            }
            put("\"")
        }

        private mutating func newLine(_ depth: Int) {
            guard style != .compact else { return }
            put("\n")
            for _ in 0..<depth { put(style.indent) }
        }

        private mutating func put(_ text: String) {
            bytes.append(contentsOf: text.utf8)
        }
    }

    private var isSmall: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }
}
