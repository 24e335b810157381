import WebText

/// XML whose literals are kept as they are and whose interpolated text is escaped.
///
/// Put attribute values in double quotes.
public struct XML: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Collects the parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// No parts yet.
        public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        /// Markup, unchanged.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        public mutating func appendInterpolation(_ string: String) { text += string.escapedForXML }

        /// XML, unchanged; nothing for nil.
        public mutating func appendInterpolation(_ markup: XML?) { text += markup?.description ?? "" }

        /// Pieces of XML, one after another.
        public mutating func appendInterpolation(_ markup: [XML]) { for part in markup { text += part.description } }
    }

    /// The text to send.
    public let description: String

    /// Markup, unchanged.
    public init(stringLiteral value: String) { description = value }

    /// Markup with interpolated text.
    public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }
}
