/// A piece of markup.
public enum MarkupToken: Hashable, Sendable {
    /// Text with its character references decoded.
    case text(String)
    /// `<name …>`: the name in lower case, and the attributes.
    case start(String, MarkupAttributes)
    /// `</name>`: the name in lower case.
    case end(String)
}

/// A start tag's attributes; of several with one name, the first counts.
public struct MarkupAttributes: Hashable, Sendable {
    private var names: [String] = []
    private var values: [String] = []

    /// No attributes.
    public init() {}

    /// The value of the attribute with that name in lower case, character references decoded; empty if it has none.
    public subscript(name: String) -> String? { names.firstIndex(of: name).map { values[$0] } }

    mutating func append(_ name: String, _ value: String) {
        names.append(name)
        values.append(value)
    }
}
