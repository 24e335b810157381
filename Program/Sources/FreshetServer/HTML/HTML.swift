import WebText

/// Markup whose literals are kept as they are and whose interpolated text is escaped.
///
/// Put attribute values in double quotes.
struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// Collects the parts of a literal.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        /// Text, which is escaped.
        mutating func appendInterpolation(_ string: String) { text += string.escapedForMarkup }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Markup, unchanged; nothing for nil.
        mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

        /// Pieces of markup, one after another.
        mutating func appendInterpolation(_ markup: [HTML]) { for part in markup { text += part.text } }
    }

    private var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Markup that was made safe elsewhere.
    init(safe markup: String) { text = markup }

    /// The markup to send.
    var description: String { text }

    /// Whether nothing is in it.
    var isEmpty: Bool { text.isEmpty }

    static func += (html: inout HTML, more: HTML) { html.text += more.text }
}

extension [HTML] {
    /// The pieces with `separator` between them.
    func joined(separator: HTML) -> HTML {
        enumerated().reduce(into: "") { all, part in
            if part.offset > 0 { all += separator }
            all += part.element
        }
    }
}
