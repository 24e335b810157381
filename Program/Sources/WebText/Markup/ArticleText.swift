/// Markup as lines of text for reading in a terminal.
///
/// Keeps paragraphs, bullets, numbers, quotation marks, code and tables. Links are numbered: `read on [1]`.
public struct ArticleText: Sendable, Hashable {
    /// A line before it is wrapped.
    public struct Line: Sendable, Hashable {
        /// How a line is shown.
        public enum Kind: Sendable {
            /// Text to wrap.
            case text
            /// A heading.
            case heading
            /// Code or a row of a table, whose white space counts.
            case preformatted
        }

        /// What stands before the text, such as a bullet.
        public let indent: String
        /// What stands before the text in further lines when it is wrapped.
        public let hangingIndent: String
        /// The text without line feeds.
        public let text: String
        /// How the line is shown.
        public let kind: Kind
    }

    /// The lines; an empty one separates blocks.
    public let lines: [Line]
    /// Where the links lead; the first has the number 1.
    public let links: [LinkAddress]

    /// Reads at most 64,000 bytes of `markup`; the rest is left out.
    ///
    /// - Parameter links: links that have numbers already, as those of a text above this one.
    public init(_ markup: String, links: [LinkAddress] = []) {
        let writer = MarkupReader.read(markup, into: ArticleWriter(links: links)).finished()
        lines = writer.lines
        self.links = writer.links
    }

    /// The lines, not wrapped.
    public var text: String {
        lines.map { ($0.indent + $0.text).trimmedAtEnd }.joined(separator: "\n")
    }
}
