#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import WebText

/// Small documents of this module's own commands.
enum JSONDocument {
    /// One line of JSON, its keys in alphabetical order.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The same document with `\u` escapes for what a terminal would execute; the encoder has escaped C0 controls itself.
    static func escapingControls(in document: String) -> String {
        func isExecuted(_ scalar: Unicode.Scalar) -> Bool { scalar.isHarmful && (0x7f...0xffff).contains(scalar.value) }
        guard document.unicodeScalars.contains(where: isExecuted) else { return document }
        var result = ""
        for scalar in document.unicodeScalars {
            guard isExecuted(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return result
    }
}

extension Output {
    /// Writes a JSON document and ends the line.
    ///
    /// Escapes control characters and direction marks, which JSON allows in strings and terminals execute.
    @discardableResult
    func writeLine(document: Data) -> WriteOutcome {
        writeLine(JSONDocument.escapingControls(in: String(decoding: document, as: UTF8.self)))
    }
}
