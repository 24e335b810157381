import Foundation

/// The types of the values of a JSON document, by path: that of `.items[].title` is `string`.
struct JSONShape: Decodable, Sendable {
    enum Kind: String, Sendable {
        case null, boolean, number, string, array, object
    }

    private var kinds: [String: Set<Kind>] = [:]

    init(from decoder: any Decoder) throws { add(try JSONValue(from: decoder), at: "") }

    init(_ text: String) throws { self = try JSONDecoder().decode(JSONShape.self, from: Data(text.utf8)) }

    private mutating func add(_ value: JSONValue, at path: String) {
        kinds[path, default: []].insert(value.kind)
        switch value {
        case .null, .boolean, .number, .string: break
        case .array(let elements): for element in elements { add(element, at: path + "[]") }
        case .object(let members): for (key, member) in members { add(member, at: "\(path).\(key)") }
        }
    }

    /// The paths that are missing or have another type than in an earlier document with the same contents.
    ///
    /// Further paths are no faults, and neither is `null`, which stands for unknown values.
    func faults(since earlier: JSONShape) -> [String] {
        earlier.kinds.sorted { $0.key < $1.key }.compactMap { path, recorded -> String? in
            guard let current = kinds[path] else { return "\(path) is missing" }
            let (known, now) = (recorded.subtracting([.null]), current.subtracting([.null]))
            return known.isEmpty || known == now ? nil : "\(path) is \(Self.text(now)), not \(Self.text(known))"
        }
    }

    private static func text(_ kinds: Set<Kind>) -> String {
        kinds.isEmpty ? "null" : kinds.map(\.rawValue).sorted().joined(separator: " or ")
    }
}

private enum JSONValue: Decodable {
    case null, boolean, number, string
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if (try? container.decode(Bool.self)) != nil {  // fails for another type
            self = .boolean
        } else if (try? container.decode(Double.self)) != nil {  // fails for another type
            self = .number
        } else if (try? container.decode(String.self)) != nil {  // fails for another type
            self = .string
        } else if let elements = try? container.decode([JSONValue].self) {  // fails for another type
            self = .array(elements)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    var kind: JSONShape.Kind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
