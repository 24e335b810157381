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
