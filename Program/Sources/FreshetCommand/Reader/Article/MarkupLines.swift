import FeedStore
import Feeds
import WebText

/// An upstream's HTML as lines of a width, with numbered links.
struct MarkupLines: Sendable {
    let lines: [StyledText]
    /// Where the links so far lead; the first has the number 1.
    let links: [LinkAddress]

    /// - Parameter links: the links numbered so far.
    init(_ markup: String, width: Int, links: [LinkAddress] = []) {
        let text = ArticleText(markup, atMost: FullText.Article.maximumSize, links: links)
        self.links = text.links
        lines = text.lines.flatMap { Self.lines(of: $0, width: width) }
    }

    private static func lines(of line: ArticleText.Line, width: Int) -> [StyledText] {
        let (indent, hanging) = (
            StyledText(preformatted: line.indent, .dim), StyledText(preformatted: line.hangingIndent, .dim)
        )
        let room = max(8, width - max(indent.columns, hanging.columns))
        let content: [StyledText]
        switch line.kind {
        case .preformatted: content = StyledText(preformatted: line.text, .color(.cyan)).chopped(to: room)
        case .text, .heading:
            var wrapper = LineWrapper(width: room)
            wrapper.add(line.text, line.kind == .heading ? .bold : .plain)
            content = wrapper.finished()
        }
        if content.isEmpty { return [hanging] }
        return content.enumerated().map { ($0 == 0 ? indent : hanging) + $1 }
    }
}
