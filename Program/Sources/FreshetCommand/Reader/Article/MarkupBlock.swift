/// A paragraph of an article, or something else that stands on lines of its own.
struct MarkupBlock: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case paragraph([Inline])
        case heading([Inline])
        /// Lines whose spaces matter.
        case preformatted(String)
        /// Rows of cells; the first row may be a header.
        case table([[String]])
        case rule
    }

    /// Text of one style.
    struct Inline: Hashable, Sendable {
        var text: String
        var style = Style.plain
        /// The number of the link, from 1.
        var link: Int?
    }

    var content: Content
    /// How many quotations it stands in.
    var quotes = 0
    /// How many lists it stands in.
    var lists = 0
    /// What stands before a list's entry: "•", "1.".
    var marker: String?
}
