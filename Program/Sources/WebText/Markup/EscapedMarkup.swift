/// A language of markup.
package protocol MarkupLanguage: Sendable, Hashable {
    /// The text for the content of an element or a quoted attribute.
    static func escaped(_ text: String) -> String
}

/// HTML; see `String.escapedForMarkup`.
package enum HTMLLanguage: MarkupLanguage {
    /// Escapes five characters.
    @inlinable package static func escaped(_ text: String) -> String { text.escapedForMarkup }
}

/// XML 1.0; see `String.escapedForXML`.
package enum XMLLanguage: MarkupLanguage {
    /// Escapes five characters, and replaces those that XML doesn't allow.
    @inlinable package static func escaped(_ text: String) -> String { text.escapedForXML }
}

/// HTML whose interpolated text is escaped.
package typealias HTML = EscapedMarkup<HTMLLanguage>
/// XML whose interpolated text is escaped.
package typealias XML = EscapedMarkup<XMLLanguage>

// The page is built of thousands of literals: `@inlinable` lets the caller's module specialize them.

/// Markup whose literals are kept as they are and whose interpolated text is escaped.
///
/// Put attribute values in double quotes.
package struct EscapedMarkup<Language: MarkupLanguage>: Sendable, Hashable, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// Collects the parts of a literal.
    package struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text = ""

        /// No parts yet.
        @inlinable package init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        /// Markup, unchanged.
        @inlinable package mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        @inlinable package mutating func appendInterpolation(_ string: String) { text += Language.escaped(string) }

        /// A number in digits.
        @inlinable package mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Markup, unchanged; nothing for nil.
        @inlinable package mutating func appendInterpolation(_ markup: EscapedMarkup?) { text += markup?.text ?? "" }

        /// Pieces of markup, one after another.
        @inlinable package mutating func appendInterpolation(_ markup: [EscapedMarkup]) {
            for part in markup { text += part.text }
        }
    }

    @usableFromInline var text: String

    /// Markup, unchanged.
    @inlinable package init(stringLiteral value: String) { text = value }

    /// Markup with interpolated text.
    @inlinable package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Markup that was made safe elsewhere.
    @inlinable package init(safe markup: String) { text = markup }

    /// The markup to send.
    @inlinable package var description: String { text }

    /// True if the markup is empty.
    @inlinable package var isEmpty: Bool { text.isEmpty }

    /// Appends markup.
    @inlinable package static func += (markup: inout EscapedMarkup, more: EscapedMarkup) { markup.text += more.text }
}

extension Array {
    /// The pieces with `separator` between them.
    package func joined<Language>(separator: EscapedMarkup<Language>) -> EscapedMarkup<Language>
    where Element == EscapedMarkup<Language> {
        enumerated().reduce(into: "") { all, part in
            if part.offset > 0 { all += separator }
            all += part.element
        }
    }
}

extension String {
    /// The text for the content of an element or a quoted attribute, in HTML or XML.
    package var escapedForMarkup: String {
        guard utf8.contains(where: \.isEscapedInMarkup) else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count + 32)
        for byte in utf8 {
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

    /// The same for XML 1.0: characters that it doesn't allow (2.2) are replaced.
    ///
    /// Line feeds and tabs are kept for the content of elements; in attributes, XML reads them as spaces. Other control
    /// characters and direction marks are written as character references: the document may be printed on a terminal.
    package var escapedForXML: String {
        guard unicodeScalars.contains(where: { $0.isReplacedInXML || $0.isHarmful }) else { return escapedForMarkup }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            result.append(scalar.isReplacedInXML ? "\u{fffd}" : scalar)
        }
        var text = ""
        for scalar in String(result).escapedForMarkup.unicodeScalars {
            if scalar.isHarmful, scalar != "\n", scalar != "\t" {
                text += "&#x" + String(scalar.value, radix: 16, uppercase: true) + ";"
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension UInt8 {
    fileprivate var isEscapedInMarkup: Bool {
        switch self {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isReplacedInXML: Bool {
        value < 0x20 && ![0x09, 0x0a, 0x0d].contains(value) || value == 0xfffe || value == 0xffff
    }
}
