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

/// A writer of the lines of an article.
struct ArticleWriter: MarkupOutput {
    /// The prefix of a block's lines.
    private struct Indent {
        /// Nil once it is written.
        var first: String?
        let rest: String
    }

    private(set) var lines: [ArticleText.Line] = []
    private(set) var links: [LinkAddress]
    private var line = ""
    private var indents: [Indent] = []
    /// The next number of each open list; nil for bullets.
    private var numbers: [Int?] = []
    private var needsBlankLine = false
    private var isInHeading = false
    private var isInCode = false
    /// The length of the line where a superscript or subscript began.
    private var scriptStart: Int?
    /// The place in the line where an abbreviation began.
    private var abbreviationStart: String.Index?
    /// The outermost open table; nested tables are part of its cells.
    private var table: TextTable?
    private var tableDepth = 0

    /// - Parameter links: links that are already numbered.
    init(links: [LinkAddress] = []) { self.links = links }

    mutating func begin(_ element: MarkupElement) {
        switch element {
        case .strong, .emphasis, .code, .deleted, .highlighted, .link: break
        case .abbreviation: abbreviationStart = line.endIndex
        case .superscript, .subscripted: scriptStart = line.count
        case .row:
            endLine()
            if tableDepth == 1 { table?.rows.append([]) }
        case .cell:
            if tableDepth == 1 { table?.beginCell() } else { line += " " }
        case .term, .summary: endLine()
        case .details: beginBlock(indent: "▸ ", "  ")
        case .tableCaption: if tableDepth == 1 { table = nil }
        case .definition: indent("    ", "    ")
        case .item: beginItem()
        case .bulletedList, .numberedList: beginList(element)
        case .quote: beginBlock(indent: "> ", "> ")
        case .preformatted:
            beginBlock(indent: "    ", "    ")
            isInCode = true
        case .table:
            beginBlock()
            if table == nil { table = TextTable() }
            tableDepth += 1
        case .paragraph, .figure, .figureCaption, .definitionList: beginBlock()
        case .heading:
            beginBlock()
            isInHeading = true
        }
    }

    mutating func end(_ element: MarkupElement) {
        switch element {
        case .strong, .emphasis, .code, .deleted, .highlighted: break
        case .abbreviation(let title): endAbbreviation(of: title)
        case .superscript: endScript(Self.superscripts)
        case .subscripted: endScript(Self.subscripts)
        case .link(let address): endLink(address)
        case .row, .term, .summary: endLine()
        case .tableCaption:
            endLine()
            // Its rows follow.
            if tableDepth == 1 { table = TextTable() }
        case .cell: if tableDepth == 1 { endLine() } else { line += " " }
        case .definition, .item:
            endLine()
            indents.removeLast()
        case .bulletedList, .numberedList:
            endLine()
            numbers.removeLast()
            if numbers.isEmpty { needsBlankLine = true }
        case .quote, .details: endBlock(indented: true)
        case .preformatted:
            endCode()
            endBlock(indented: true)
        case .table:
            endLine()
            tableDepth -= 1
            if tableDepth == 0 { endTable() }
            needsBlankLine = true
        case .paragraph, .figure, .figureCaption, .definitionList: endBlock()
        case .heading:
            endBlock()
            isInHeading = false
        }
    }

    mutating func text(_ text: String) { line += text }

    mutating func lineBreak() { endLine() }

    mutating func rule() {
        beginBlock()
        line = "* * *"
        endBlock()
    }

    mutating func media(_ kind: MarkupMedia, _ description: String) { line += "[\(kind.words(description))]" }

    /// The complete text.
    func finished() -> ArticleWriter {
        var copy = self
        copy.endLine()
        return copy
    }

    // MARK: Lines

    private mutating func endLine() {
        if isInCode { return }
        let text = line.onOneLine
        line = ""
        if !text.isEmpty { add(text, isInHeading ? .heading : .text) }
    }

    private mutating func add(_ text: String, _ kind: ArticleText.Line.Kind) {
        if table != nil {
            table?.add(text)
            return
        }
        if needsBlankLine, !lines.isEmpty {
            // Between two blocks of a quotation, the mark continues.
            let indent = indents.prefix { $0.first == nil }.map(\.rest).joined()
            lines.append(ArticleText.Line(indent: indent, hangingIndent: indent, text: "", kind: .text))
        }
        needsBlankLine = false
        let first = indents.map { $0.first ?? $0.rest }.joined()
        for index in indents.indices { indents[index].first = nil }
        let rest = indents.map(\.rest).joined()
        lines.append(ArticleText.Line(indent: first, hangingIndent: rest, text: text, kind: kind))
    }

    private mutating func indent(_ first: String, _ rest: String) {
        endLine()
        indents.append(Indent(first: first, rest: rest))
    }

    private mutating func beginBlock() {
        endLine()
        // The first paragraph of an item is on the line of its bullet.
        if indents.last?.first == nil { needsBlankLine = true }
    }

    private mutating func beginBlock(indent first: String, _ rest: String) {
        beginBlock()
        indents.append(Indent(first: first, rest: rest))
    }

    private mutating func endBlock(indented: Bool = false) {
        endLine()
        if indented { indents.removeLast() }
        needsBlankLine = true
    }

    private mutating func beginList(_ element: MarkupElement) {
        if numbers.isEmpty { beginBlock() } else { endLine() }
        if case .numberedList(let first) = element { numbers.append(first) } else { numbers.append(nil) }
    }

    private mutating func beginItem() {
        guard let last = numbers.indices.last, let number = numbers[last] else { return indent("• ", "  ") }
        numbers[last] = number + 1
        let mark = "\(number). "
        indent(mark, String(repeating: " ", count: mark.utf8.count))
    }

    private mutating func endCode() {
        isInCode = false
        var code = line.split(separator: "\n", omittingEmptySubsequences: false)[...]
        line = ""
        while code.first?.allSatisfy(\.isWhitespace) == true { code.removeFirst() }
        while code.last?.allSatisfy(\.isWhitespace) == true { code.removeLast() }
        for line in code { add(String(line), .preformatted) }
    }

    private mutating func endTable() {
        let rows = table?.lines ?? []
        table = nil
        for row in rows { add(row.text, row.isAligned ? .preformatted : .text) }
    }

    // MARK: Inline elements

    private mutating func endLink(_ address: LinkAddress) {
        let number = (links.firstIndex(of: address) ?? links.count) + 1
        if number > links.count { links.append(address) }
        line += " [\(number)]"
    }

    /// Adds the meaning of an abbreviation, unless the text says it.
    private mutating func endAbbreviation(of title: String) {
        defer { abbreviationStart = nil }
        guard let start = abbreviationStart, start <= line.endIndex, line[start...].onOneLine != title else { return }
        line += " (\(title))"
    }

    /// Writes digits as superscript or subscript characters, if they exist.
    private mutating func endScript(_ characters: [Character: Character]) {
        defer { scriptStart = nil }
        guard let start = scriptStart else { return }
        let written = line.dropFirst(start)
        let script = written.compactMap { characters[$0] }
        if script.count == written.count { line = line.prefix(start) + String(script) }
    }

    private static let superscripts = Dictionary(uniqueKeysWithValues: zip("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ"))
    private static let subscripts = Dictionary(uniqueKeysWithValues: zip("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"))
}

/// The rows of a table as lines of text.
struct TextTable {
    /// A line of the table.
    struct Line {
        let text: String
        let isAligned: Bool
    }

    /// The maximum width of aligned tables.
    private static let maximumWidth = 100

    /// The cells of each row, each a list of lines. Lines outside of cells are rows of their own.
    var rows: [[[String]]] = []

    mutating func beginCell() {
        if rows.isEmpty { rows.append([]) }
        rows[rows.count - 1].append([])
    }

    mutating func add(_ text: String) {
        if rows.last?.isEmpty != false { beginCell() }
        let row = rows.count - 1
        rows[row][rows[row].count - 1].append(text)
    }

    /// The rows in columns, or one cell after another if a cell has several lines or the table is too wide.
    var lines: [Line] {
        if rows.contains(where: { $0.contains { $0.count > 1 } }) {
            return rows.joined().joined().map { Line(text: $0, isAligned: false) }
        }
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.first?.columns ?? 0)
            }
        }
        let isAligned = widths.count > 1 && widths.reduce(0, +) + 2 * widths.count <= Self.maximumWidth
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                let text = cell.first ?? ""
                return isAligned ? text + String(repeating: " ", count: width - text.columns) : text
            }
            return Line(text: cells.joined(separator: "  ").trimmedAtEnd, isAligned: isAligned)
        }
    }
}

extension String {
    /// The text without trailing spaces.
    var trimmedAtEnd: String {
        var rest = Substring(self)
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
