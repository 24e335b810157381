import Feeds
import Platform
import WebText

/// A list that is written as it is read, as lines or as one line of JSON.
struct StreamedList {
    private let context: CommandContext
    private let isJSON: Bool
    /// The number of items that were written.
    private var count = 0

    /// - Parameter document: the JSON document without items, whose beginning is written; nil for lines.
    init(_ context: CommandContext, document: Data?) {
        self.context = context
        isJSON = document != nil
        if let document { context.output.write(Self.parts(of: document).before) }
    }

    /// Writes some items, as documents or else as lines; returns false if the output can't be written.
    mutating func write(_ documents: [Data], _ lines: @autoclosure () -> [String]) -> Bool {
        var outcome = WriteOutcome.written
        if isJSON {
            for document in documents {
                let text = EscapedJSON.text(String(decoding: document, as: UTF8.self))
                outcome = context.output.write(count == 0 ? text : "," + text)
                count += 1
            }
        } else {
            for line in lines() {
                outcome = context.output.writeLine(line)
                count += 1
            }
        }
        return outcome == .written
    }

    /// Writes the rest of the document; or what is in place of missing lines, or how many lines a limit has left out.
    func end(
        _ total: Int, _ muted: Int = 0, noun: String, empty: () throws -> String, document: () throws -> Data
    ) throws {
        if isJSON {
            context.output.writeLine(Self.parts(of: try document()).after)
        } else if count == 0 {
            context.writeInPlaceOfItems(lines: try empty())
        } else if count < total, context.output.flush() == .written {
            context.complain(ListCount(count, of: total, muted: muted, noun).description)
        }
    }

    /// The parts of a document around its items. Strings contain no bare quotation marks, so the key occurs once.
    private static func parts(of document: Data) -> (before: String, after: String) {
        let text = EscapedJSON.text(String(decoding: document, as: UTF8.self))
        guard let list = text.firstRange(of: "\"items\":[]") else { return (text, "") }
        let items = text.index(before: list.upperBound)
        return (String(text[..<items]), String(text[items...]))
    }
}

/// The number of shown items of a list: "50 of 6,000 unread · 3 muted", "12 saved".
struct ListCount: CustomStringConvertible {
    let description: String

    init(_ count: Int, of total: Int, muted: Int = 0, _ noun: String) {
        let part = count < total ? "\(count.grouped) of " : ""
        description = part + "\(total.grouped) \(noun)" + (muted > 0 ? " · \(muted.grouped) muted" : "")
    }
}

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
