/// Markup as lines of text for a terminal.
///
/// Keeps paragraphs, bullets, numbers, quotation marks, code and tables. Links are numbered: `read on [1]`.
package struct ArticleText: Sendable, Hashable {
    /// An unwrapped line.
    package struct Line: Sendable, Hashable {
        /// The style of a line.
        package enum Kind: Sendable {
            /// Text to wrap.
            case text
            /// A heading.
            case heading
            /// Code or a row of a table, in which white space is significant.
            case preformatted
        }

        /// The prefix of the first line, such as a bullet.
        package let indent: String
        /// The prefix of the following lines when it is wrapped.
        package let hangingIndent: String
        /// The text without line feeds.
        package let text: String
        /// The style.
        package let kind: Kind
    }

    /// The lines; an empty one separates blocks.
    package let lines: [Line]
    /// The targets of the links; the first has the number 1.
    package let links: [LinkAddress]

    /// Reads at most `length` bytes of `markup`.
    ///
    /// - Parameter links: links that are already numbered, such as those of a text above this one.
    package init(_ markup: String, atMost length: Int = 64_000, links: [LinkAddress] = []) {
        let writer = MarkupReader.read(markup, atMost: length, into: ArticleWriter(links: links)).finished()
        lines = writer.lines
        self.links = writer.links
    }

    /// The lines, unwrapped.
    package var text: String {
        lines.map { ($0.indent + $0.text).trimmedAtEnd }.joined(separator: "\n")
    }
}
