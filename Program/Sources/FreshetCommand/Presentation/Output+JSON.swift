import Feeds
import Platform
import WebText

enum EscapedJSON {
    /// A document with `\u` escapes for what a terminal would execute; the encoder has escaped C0 controls itself.
    static func text(_ document: String) -> String {
        func isExecuted(_ scalar: Unicode.Scalar) -> Bool { scalar.isHarmful && (0x7f...0xffff).contains(scalar.value) }
        guard document.unicodeScalars.contains(where: isExecuted) else { return document }
        var result = ""
        for scalar in document.unicodeScalars {
            guard isExecuted(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            result += "\\u" + UInt16(scalar.value).hexadecimal
        }
        return result
    }
}

extension Output {
    /// Writes the value as JSON and ends the line.
    func writeLine(json value: some Encodable) throws {
        writeLine(document: try JSONEncoder.documents.encode(value))
    }

    /// Writes a JSON document and ends the line.
    ///
    /// Escapes control characters and direction marks, which JSON allows in strings and terminals execute.
    @discardableResult
    func writeLine(document: Data) -> WriteOutcome {
        writeLine(EscapedJSON.text(String(decoding: document, as: UTF8.self)))
    }
}
