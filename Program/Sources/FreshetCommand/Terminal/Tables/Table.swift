/// A list of items in columns, for a terminal of any width and, apart from that, for a pipe.
struct Table: Sendable {
    struct Column: Sendable {
        var header: TerminalText
        var alignment: Alignment = .leading
        /// How narrow a flexible column may become before others give way.
        var minimum = 0
        /// What it takes at most, in columns; the natural width is that of the widest cell.
        var maximum = Int.max
        /// Shrinks, its cells cut with "…", when the table is too wide.
        ///
        /// What is not flexible is shown whole or not at all.
        var isFlexible = false
        /// The column with the highest value is the first to be left out of a narrow terminal; 0 stays to the end.
        var dropOrder = 0
        /// Left out of a terminal where it is the same in all of several items.
        var isHiddenWhereAlike = false
    }

    struct Cell: Sendable {
        var text: StyledText
        /// What a pipe gets in its place, such as a whole date for "3 h ago"; nil for the same text.
        var plain: TerminalText?

        init(_ text: StyledText, plain: TerminalText? = nil) {
            self.text = text
            self.plain = plain
        }
    }

    var columns: [Column]
    /// Items; a row shorter than `columns` ends in empty cells, a longer one is cut.
    var rows: [[Cell]]
    /// Put between two columns.
    var gap = 2

    init(columns: [Column], rows: [[Cell]] = []) {
        self.columns = columns
        self.rows = rows
    }

    /// The column names, dimmed, and the items as lines of at most `width` columns; a table without any header has no header line.
    ///
    /// Complexity: each cell is measured a few times.
    func lines(width: Int) -> (header: StyledText?, items: [StyledText]) {
        let layout = TableLayout(self, width: width)
        let hasHeader = columns.contains { !$0.header.isEmpty }
        let header = hasHeader ? line(columns.map { Cell(StyledText($0.header, .dim)) }, layout) : nil
        return (header, rows.map { line($0, layout) })
    }

    /// One item a line, all columns with a tab between two, no header, nothing shortened: the same whatever the terminal.
    func plainLines() -> [String] {
        rows.map { row in
            columns.indices.map { index in
                guard index < row.count else { return "" }
                return row[index].plain?.string ?? row[index].text.clean.string
            }.joined(separator: "\t")
        }
    }

    private func line(_ row: [Cell], _ layout: TableLayout) -> StyledText {
        var line = StyledText()
        var due = 0  // spaces, drawn with the next text only: none stand at the end of a line
        for (position, shown) in layout.shown.enumerated() {
            let text = shown.index < row.count ? row[shown.index].text.truncated(to: shown.width) : StyledText()
            let rest = shown.width - text.columns
            let isTrailing = columns[shown.index].alignment == .trailing
            due += (position > 0 ? gap : 0) + (isTrailing ? rest : 0)
            if !text.isEmpty {
                line += StyledText(.spaces(due)) + text
                due = 0
            }
            due += isTrailing ? 0 : rest
        }
        return line
    }
}
