import WebText

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
        mutating func appendInterpolation(_ string: String) { text += string.escapedForMarkup }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        /// Markup, which stays as it is; nil is nothing.
        mutating func appendInterpolation(_ markup: HTML?) { text += markup?.text ?? "" }

        /// Markup, one after another.
        mutating func appendInterpolation(_ markup: [HTML]) { for part in markup { text += part.text } }
    }

    private var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Reduced markup, which is safe as it is.
    init(_ markup: AllowedMarkup) { text = markup.html }

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
