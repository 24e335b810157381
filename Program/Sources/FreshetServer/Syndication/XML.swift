import WebText

/// XML: what stands in a literal is taken as it is, and text that is put into it is escaped, for elements and attributes in double quotes.
///
/// Characters that XML 1.0 cannot say at all (section 2.2: controls, U+FFFE, U+FFFF) are replaced.
struct XML: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ string: String) { text += string.escapedForXML }

        /// XML, which stays as it is; nil is nothing.
        mutating func appendInterpolation(_ markup: XML?) { text += markup?.description ?? "" }

        /// XML, one after another.
        mutating func appendInterpolation(_ markup: [XML]) { for part in markup { text += part.description } }
    }

    /// The text as it is sent.
    let description: String

    init(stringLiteral value: String) { description = value }

    init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }
}
