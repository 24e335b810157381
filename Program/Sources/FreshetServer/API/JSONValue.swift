/// A JSON value.
enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The member of that name; null if this is no object or has no such member. Setting null removes it.
    subscript(name: String) -> JSONValue {
        get { if case .object(let members) = self { members[name] ?? .null } else { .null } }
        set {
            var members = if case .object(let members) = self { members } else { [String: JSONValue]() }
            members[name] = newValue == .null ? nil : newValue
            self = .object(members)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // or another type, which is tried next
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {  // or another type, which is tried next
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {  // or another type, which is tried next
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {  // or another type, which is tried next
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
