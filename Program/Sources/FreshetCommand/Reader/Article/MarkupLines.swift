/// An upstream's HTML as lines of a width: text, quotations, lists, code and tables, with numbered links.
struct MarkupLines: Sendable {
    private(set) var lines: [StyledText] = []
    /// The addresses of the links so far, the first one number 1.
    let links: [String]

    /// - Parameters:
    ///   - links: the links numbered so far.
    ///   - base: the address that relative links start from.
    init(_ markup: String, width: Int, links: [String] = [], base: String?) {
        let reader = MarkupReader(markup, links: links) { WebLink($0, base: base)?.address }
        self.links = reader.links
        for (index, block) in reader.blocks.enumerated() {
            let isTight = index > 0 && block.marker != nil && reader.blocks[index - 1].lists > 0
            if index > 0, !isTight { lines.append(StyledText()) }
            lines += self.lines(of: block, width: width)
        }
    }

    private func lines(of block: MarkupBlock, width: Int) -> [StyledText] {
        let quote = String(repeating: "│ ", count: min(block.quotes, 4))
        let indent = String(repeating: "  ", count: max(0, min(block.lists, 6) - 1))
        let marker = block.marker.map { $0 + " " } ?? (block.lists > 0 ? "  " : "")
        let first = StyledText(TerminalText(untrimmed: quote), .dim) + StyledText(.spaces(indent.count))
        let room = max(8, width - first.columns - marker.columns)
        let content = content(of: block, room)
        return content.enumerated().map { index, line in
            let lead = index == 0 ? StyledText(TerminalText(untrimmed: marker)) : StyledText(.spaces(marker.columns))
            return first + lead + line
        }
    }

    private func content(of block: MarkupBlock, _ width: Int) -> [StyledText] {
        switch block.content {
        case .paragraph(let inlines): wrapped(inlines, width, .plain)
        case .heading(let inlines): wrapped(inlines, width, .bold)
        case .preformatted(let text):
            Self.trimmedLines(text).flatMap {
                StyledText(preformatted: $0, .color(.cyan)).chopped(to: width - 2).map { StyledText(.spaces(2)) + $0 }
            }
        case .table(let rows): table(rows, width)
        case .rule: [StyledText(untrusted: String(repeating: "─", count: min(width, 20)), .dim)]
        }
    }

    private func wrapped(_ inlines: [MarkupBlock.Inline], _ width: Int, _ style: Style) -> [StyledText] {
        var wrapper = LineWrapper(width: width)
        for inline in inlines {
            let link = inline.link.flatMap { Hyperlink(links[$0 - 1]) }
            wrapper.add(inline.text, inline.style.adding(style), link: link)
        }
        return wrapper.finished()
    }

    private func table(_ rows: [[String]], _ width: Int) -> [StyledText] {
        let count = rows.map(\.count).max() ?? 0
        let columns = (0..<count).map { _ in Table.Column(header: "", minimum: 6, isFlexible: true) }
        let cells = rows.map { $0.map { Table.Cell(StyledText(untrusted: $0)) } }
        return Table(columns: columns, rows: cells).lines(width: width).items.map { $0.truncated(to: width) }
    }

    /// The lines without empty ones at both ends.
    private static func trimmedLines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)[...]
        while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines = lines.dropFirst() }
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines = lines.dropLast() }
        return Array(lines)
    }
}
