/// A piece of markup.
package enum MarkupToken: Hashable, Sendable {
    /// Text with its character references decoded.
    case text(String)
    /// `<name …>`: the name in lowercase, and the attributes.
    case start(String, MarkupAttributes)
    /// `</name>`: the name in lowercase.
    case end(String)
}

/// A start tag's attributes; the first of several with one name wins.
package struct MarkupAttributes: Hashable, Sendable {
    private var names: [String] = []
    private var values: [String] = []

    /// No attributes.
    package init() {}

    /// The value of an attribute, with character references decoded, by its lowercase name; empty if it has none.
    package subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }

    mutating func append(_ name: String, _ value: String) {
        names.append(name)
        values.append(value)
    }
}
