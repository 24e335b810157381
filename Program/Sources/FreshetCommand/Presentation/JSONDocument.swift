#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Small documents of this module's own commands.
enum JSONDocument {
    /// One line of JSON, its keys in alphabetical order.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

extension Output {
    /// Writes a document and ends the line.
    @discardableResult
    func writeLine(document: Data) -> WriteOutcome { writeLine(String(decoding: document, as: UTF8.self)) }
}
