import Platform

/// A document for programs; `docs/json.md` describes each.
package protocol JSONDocument: Encodable, Sendable {}

extension JSONDocument {
    /// The document as one line of JSON, its keys in alphabetical order.
    package func json() throws -> Data { try JSONEncoder.documents.encode(self) }
}

extension JSONEncoder {
    /// Writes documents for programs: one line, the keys in alphabetical order.
    package static var documents: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

/// A property of a document that is encoded as null if it is nil, instead of being left out.
@propertyWrapper
package struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    /// The value; nil is encoded as null.
    package var wrappedValue: Value?

    /// The value, or null.
    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    /// Writes the value, or null.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}

extension OrNull: Equatable where Value: Equatable {}
extension OrNull: Hashable where Value: Hashable {}

/// The form of the JSON in the store: items, and what is kept with feeds and destinations.
///
/// Members are in alphabetical order, so that the same value has the same bytes, and dates are in seconds since 1970. The first member,
/// `"$v":2`, distinguishes the form from that of earlier versions, whose dates depend on the type.
package enum StoredJSON {
    /// The year from which dates are counted in a payload that names no version.
    package enum Epoch: Sendable {
        case year1970, year2001
    }

    /// The beginning of every object, without its end or the comma before the next member.
    private static let beginning = Data(#"{"$v":2"#.utf8)

    // Built once: they cost about as much as encoding a short item.
    private static let encoder = {
        let encoder = JSONEncoder.documents
        encoder.dateEncodingStrategy = .secondsSince1970
        return encoder
    }()

    private static let decoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }()

    private static let decoderOf2001 = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .deferredToDate
        return decoder
    }()

    /// Encodes a value whose encoded form is an object.
    package static func encode<Value: Encodable>(_ value: Value) throws -> Data {
        let object = try encoder.encode(value)
        guard object.first == UInt8(ascii: "{") else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: [], debugDescription: "\(Value.self) isn't encoded as an object"))
        }
        var data = Data(capacity: beginning.count + object.count)
        data += beginning
        if object.count > 2 { data.append(UInt8(ascii: ",")) }
        data += object.dropFirst()
        return data
    }

    /// Decodes a value, also in the form of earlier versions.
    /// - Parameter earlier: the start of the dates in the form of earlier versions.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, from data: Data, earlier: Epoch = .year2001
    ) throws -> Value {
        let isCurrent = data.starts(with: beginning) || earlier == .year1970
        return try (isCurrent ? decoder : decoderOf2001).decode(type, from: data)
    }
}
