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
