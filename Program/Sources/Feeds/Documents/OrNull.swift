/// A value that is written as null where it isn't known, instead of being left out.
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
