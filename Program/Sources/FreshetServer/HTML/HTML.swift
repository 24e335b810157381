/// Markup: what stands in a literal is taken as it is, and what is put into it is escaped unless it is markup itself.
///
/// Attribute values have to stand in double quotes.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ string: String) { text += escaped(string) }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Markup, which stays as it is; nil is nothing.
        mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

        /// Markup, one after another.
        mutating func appendInterpolation(_ markup: [HTML]) { for part in markup { text += part.text } }
    }

    private var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// The markup as it is sent.
    var description: String { text }

    /// Whether there is none.
    var isEmpty: Bool { text.isEmpty }

    static func += (html: inout HTML, more: HTML) { html.text += more.text }
}

extension [HTML] {
    /// One after another, with that between them.
    func joined(separator: HTML) -> HTML {
        enumerated().reduce(into: "") { all, part in
            if part.offset > 0 { all += separator }
            all += part.element
        }
    }
}

/// The text for an element's content or a quoted attribute.
private func escaped(_ string: String) -> String {
    guard string.utf8.contains(where: { $0.hasReference }) else { return string }
    var result: [UInt8] = []
    result.reserveCapacity(string.utf8.count + 32)
    for byte in string.utf8 {
        switch byte {
        case UInt8(ascii: "&"): result += "&amp;".utf8
        case UInt8(ascii: "<"): result += "&lt;".utf8
        case UInt8(ascii: ">"): result += "&gt;".utf8
        case UInt8(ascii: "\""): result += "&quot;".utf8
        case UInt8(ascii: "'"): result += "&#39;".utf8
        default: result.append(byte)
        }
    }
    return String(decoding: result, as: UTF8.self)
}

extension UInt8 {
    /// Whether the character has to be written as a character reference.
    fileprivate var hasReference: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}
