package import Platform

extension JSONEncoder {
    /// Writes documents for programs: one line, the keys in alphabetical order.
    package static var documents: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
