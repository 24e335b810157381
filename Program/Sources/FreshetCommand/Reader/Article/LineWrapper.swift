import FeedStore
import Feeds
import WebText

/// Breaks styled text into lines of a width, at spaces and between wide characters.
struct LineWrapper {
    private let width: Int
    private(set) var lines: [StyledText] = []
    private var line = StyledText()
    private var used = 0
    private var word = StyledText()
    private var wordColumns = 0
    private var spaceStyle: StyledText.Run?

    init(width: Int) { self.width = max(1, width) }

    /// Adds text; its runs of white space are one space.
    mutating func add(_ text: String, _ style: Style = .plain, link: Hyperlink? = nil) {
        var piece = ""
        var pieceColumns = 0
        func run(_ text: String) -> StyledText { StyledText(TerminalText(untrimmed: text), style, link: link) }
        func take(_ wrapper: inout LineWrapper) {
            guard !piece.isEmpty else { return }
            wrapper.word += run(piece)
            wrapper.wordColumns += pieceColumns
            (piece, pieceColumns) = ("", 0)
        }
        for character in TerminalText(untrimmed: text).string {
            if character.isWhitespace {
                take(&self)
                endWord()
                if used > 0 { spaceStyle = run(" ").runs.first }
            } else {
                let columns = character.columns
                if columns == 2 {
                    take(&self)
                    endWord()
                }
                if wordColumns + pieceColumns + columns > width {
                    take(&self)
                    endWord()
                }
                piece.append(character)
                pieceColumns += columns
                if columns == 2 {
                    take(&self)
                    endWord()
                }
            }
        }
        take(&self)
    }

    /// Ends the line and returns all lines.
    mutating func finished() -> [StyledText] {
        endWord()
        if !line.isEmpty { lines.append(line) }
        (line, used, spaceStyle) = (StyledText(), 0, nil)
        return lines
    }

    private mutating func endWord() {
        guard wordColumns > 0 else { return }
        let space = spaceStyle == nil ? 0 : 1
        if used > 0, used + space + wordColumns > width {
            lines.append(line)
            (line, used) = (StyledText(), 0)
        } else if let run = spaceStyle {
            line += StyledText(run.text, run.style, link: run.link)
            used += 1
        }
        spaceStyle = nil
        line += word
        used += wordColumns
        (word, wordColumns) = (StyledText(), 0)
    }
}

extension StyledText {
    /// A line whose spaces stay, each tab up to the next multiple of 4 columns.
    init(preformatted text: String, _ style: Style = .plain) {
        var line = StyledText()
        var piece = ""
        func take(_ line: inout StyledText) {
            line += StyledText(TerminalText(untrimmed: piece), style)
            piece = ""
        }
        for character in text {
            if character == " " || character == "\t" {
                take(&line)
                line += StyledText(.spaces(character == " " ? 1 : 4 - line.columns % 4), style)
            } else {
                piece.append(character)
            }
        }
        take(&line)
        self = line
    }

    /// The text in pieces of at most `width` columns.
    func chopped(to width: Int) -> [StyledText] {
        var lines: [StyledText] = []
        var line = StyledText()
        var used = 0
        for run in runs {
            var rest = run.text
            while !rest.isEmpty {
                let head = rest.prefix(max(1, width) - used)
                if head.isEmpty {
                    guard used > 0 else { break }
                    lines.append(line)
                    (line, used) = (StyledText(), 0)
                    continue
                }
                line += StyledText(head, run.style, link: run.link)
                used += head.columns
                rest = rest.dropping(head)
            }
        }
        return lines + [line]
    }
}

/// An upstream's HTML as lines of a width, with numbered links.
struct MarkupLines: Sendable {
    let lines: [StyledText]
    /// The addresses of the links so far; the first has the number 1.
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
