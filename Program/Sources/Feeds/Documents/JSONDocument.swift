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
