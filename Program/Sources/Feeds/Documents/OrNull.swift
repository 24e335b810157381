/// A value that programs read as null where it is not known, instead of not finding it.
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    private let value: Value?

    init(_ value: Value?) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
