/// An optional value that encodes nil as null instead of leaving out the key.
public struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    private let value: Value?

    /// The value, or null.
    public init(_ value: Value?) { self.value = value }

    /// Writes the value, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
