/// Writes the lines of an article.
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

    /// Adds what an abbreviation stands for, unless the text says it.
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
