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

    private let text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// The markup as it is sent.
    var description: String { text }
}

/// The text for an element's content or a quoted attribute.
private func escaped(_ string: String) -> String {
    var result = ""
    result.reserveCapacity(string.utf8.count)
    for scalar in string.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
