import Foundation

/// As much of JSON Schema as the OpenAPI document uses, and stricter: a field that no schema names is a fault.
struct JSONSchema {
    private let schemas: [String: Any]
    /// The schemas whose objects may have other fields.
    private let openSchemas: Set<String>

    init(_ schemas: [String: Any], openSchemas: Set<String> = []) {
        self.schemas = schemas
        self.openSchemas = openSchemas
    }

    /// What is wrong, each with its place; nothing if nothing is.
    func faults(of value: Any, against name: String) -> [String] {
        faults(value, schemas[name] as? [String: Any] ?? [:], name)
    }

    private func faults(_ value: Any, _ schema: [String: Any], _ place: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            let name = String(reference.split(separator: "/").last!)
            let faults = faults(value, schemas[name] as? [String: Any] ?? [:], place)
            return openSchemas.contains(name) ? faults.filter { !$0.hasSuffix("is in no schema") } : faults
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let all = choices.map { faults(value, $0, place) }
            return all.count(where: \.isEmpty) == 1 ? [] : all.flatMap { $0 }
        }
        let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
        guard
            types.contains(where: {
                Self.type(of: value) == $0 || ($0 == "number" && Self.type(of: value) == "integer")
            })
        else { return ["\(place) is \(Self.type(of: value)), not \(types)"] }
        if let choices = schema["enum"] as? [String], let text = value as? String, !choices.contains(text) {
            return ["\(place) is \(text)"]
        }
        if let minimum = schema["minimum"] as? Int, let number = value as? Int, number < minimum {
            return ["\(place) is \(number)"]
        }
        if schema["format"] as? String == "date-time", let text = value as? String,
            (try? Date(text, strategy: .iso8601)) == nil
        {
            return ["\(place) is \(text)"]
        }
        if let list = value as? [Any] {
            let items = schema["items"] as? [String: Any] ?? [:]
            return list.enumerated().flatMap { faults($1, items, "\(place)[\($0)]") }
        }
        guard let object = value as? [String: Any] else { return [] }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }.map {
            "\(place).\($0) is missing"
        }
        return missing
            + object.flatMap { key, value in
                properties[key].map { faults(value, $0, "\(place).\(key)") } ?? ["\(place).\(key) is in no schema"]
            }
    }

    private static func type(of value: Any) -> String {
        switch value {
        case is NSNull: "null"
        case is String: "string"
        case is [Any]: "array"
        case is [String: Any]: "object"
        case let number as NSNumber:
            number.objCType.pointee == UInt8(ascii: "c")
                ? "boolean" : number.doubleValue == number.doubleValue.rounded() ? "integer" : "number"
        default: "?"
        }
    }
}
