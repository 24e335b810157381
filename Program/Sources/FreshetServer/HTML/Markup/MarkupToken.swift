/// A piece of markup.
enum MarkupToken: Hashable {
    /// Text with its character references turned into characters.
    case text(String)
    /// `<name …>`: the name in lower case, and the address in its `href`.
    case start(String, href: String?)
    /// `</name>`: the name in lower case.
    case end(String)
}
