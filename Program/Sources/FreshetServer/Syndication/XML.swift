import WebText

/// XML whose literals are kept as they are and whose interpolated text is escaped.
///
/// Put attribute values in double quotes.
struct XML: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ string: String) { text += string.escapedForXML }

        /// XML, unchanged; nothing for nil.
        mutating func appendInterpolation(_ markup: XML?) { text += markup?.description ?? "" }

        /// Pieces of XML, one after another.
        mutating func appendInterpolation(_ markup: [XML]) { for part in markup { text += part.description } }
    }

    /// The text to send.
    let description: String

    init(stringLiteral value: String) { description = value }

    init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }
}
