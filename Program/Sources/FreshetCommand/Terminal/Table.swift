/// Rows in columns, for a terminal of any width or for a pipe.
struct Table: Sendable {
    struct Column: Sendable {
        var header: TerminalText
        /// The header where the table is too wide for the whole one; nil for the same.
        var shortHeader: TerminalText?
        var alignment: Alignment = .leading
        /// The narrowest that a flexible column becomes before other columns are dropped.
        var minimum = 0
        /// The widest it becomes, in terminal columns; its natural width is that of the widest cell.
        var maximum = Int.max
        /// True if it shrinks, its cells cut with "…", when the table is too wide. Other columns are shown whole or dropped.
        var isFlexible = false
        /// The part of the width that a flexible column keeps beside the main one if it needs it, in hundredths.
        var share = 0
        /// True if the end of a cut cell stays visible, as of an address.
        var keepsEnd = false
        /// A narrow terminal drops columns with high values before those with low ones; 0 is never dropped.
        var dropOrder = 0
        /// True if a terminal hides it when all rows, at least two, have the same text in it.
        var isHiddenWhereAlike = false
        /// True if it gets the width: other columns shrink or are dropped before it becomes narrower than ``TableLayout/mainShare(_:)``.
        var isMain = false
        /// The width of the main column beyond which other columns aren't cut for it.
        var comfortableWidth = 80
    }

    struct Cell: Sendable {
        var text: StyledText
        /// The text for a pipe, such as a whole date for "3 h ago"; nil for the same text.
        var plain: TerminalText?
        /// Endings of the text on a terminal, from long to short. The first that fits is shown; if none fits, the text is cut
        /// before the last.
        var tails: [StyledText] = []

        /// The columns of the text and its shortest tail.
        var columns: Int { text.columns + (tails.last?.columns ?? 0) }

        init(_ text: StyledText, plain: TerminalText? = nil) {
            self.text = text
            self.plain = plain
        }

        /// The text for a pipe, styled as its first run is if the pipe takes color.
        func plainText(_ rendering: Rendering) -> String {
            let clean = plain ?? text.clean
            guard rendering.isColored else { return clean.string }
            return rendering.render(StyledText(clean, text.runs.first?.style ?? .plain))
        }
    }

    var columns: [Column]
    /// A row shorter than `columns` ends in empty cells; a longer one is cut.
    var rows: [[Cell]]
    /// Spaces between two columns.
    var gap = 2
    /// The widths of the columns' widest cells if they are known, as of a table of which `rows` are a part.
    var naturalWidths: [Int]?

    init(columns: [Column], rows: [[Cell]] = [], naturalWidths: [Int]? = nil) {
        self.columns = columns
        self.rows = rows
        self.naturalWidths = naturalWidths
    }

    /// The header, dimmed, and the rows as lines of at most `width` columns; no header line if all headers are empty.
    func lines(width: Int) -> (header: StyledText?, items: [StyledText]) {
        let layout = TableLayout(self, width: width)
        let hasHeader = columns.contains { !$0.header.isEmpty }
        let header = hasHeader ? line(layout.headers.map { Cell(StyledText($0, .dim)) }, layout, spare: 0) : nil
        let used = layout.shown.reduce(-gap) { $0 + $1.width + gap }
        return (header, rows.map { line($0, layout, spare: max(0, width - used)) })
    }

    /// The header, if there is one, and the rows.
    func allLines(width: Int) -> [StyledText] {
        let lines = lines(width: width)
        return (lines.header.map { [$0] } ?? []) + lines.items
    }

    /// One line per row for a pipe: every column, a tab between two, no header, nothing shortened.
    func plainLines(_ rendering: Rendering = .plain) -> [String] {
        rows.map { row in
            columns.indices.map { $0 < row.count ? row[$0].plainText(rendering) : "" }.joined(separator: "\t")
        }
    }

    /// - Parameter spare: the columns beside the last cell.
    private func line(_ row: [Cell], _ layout: TableLayout, spare: Int) -> StyledText {
        var line = StyledText()
        var due = 0  // spaces, written before the next text: no line ends in spaces
        for (position, shown) in layout.shown.enumerated() {
            let room = shown.width + (position == layout.shown.count - 1 ? spare : 0)
            let text = shown.index < row.count ? cut(row[shown.index], shown, room: room) : StyledText()
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

    private func cut(_ cell: Cell, _ shown: TableLayout.Shown, room: Int) -> StyledText {
        let text = cell.text
        if let tail = cell.tails.first(where: { text.columns + $0.columns <= room }) { return text + tail }
        if let tail = cell.tails.last, shown.width - tail.columns >= Self.leastCut {
            return text.truncated(to: shown.width - tail.columns) + tail
        }
        return columns[shown.index].keepsEnd ? text.truncatedInMiddle(to: shown.width) : text.truncated(to: shown.width)
    }

    /// The columns of a text below which it isn't cut for its tail.
    private static let leastCut = 8
}

/// The columns of a table that a terminal shows, and their widths.
///
/// Columns are shown in the order of their ``Table/Column/dropOrder`` as far as they fit beside the main column. Then
/// flexible columns shrink, the widest first: the main one to a comfortable width, the others to their minimum, then the
/// main one to its minimum. What is still too wide is cut.
struct TableLayout: Equatable {
    struct Shown: Equatable {
        var index: Int
        var width: Int
    }

    private(set) var shown: [Shown] = []
    /// The header of each column of the table.
    let headers: [TerminalText]

    /// The part of the width that the main column gets if it needs it, in hundredths; less of a narrow table, which would lose other columns.
    static func mainShare(_ width: Int) -> Int { width < 60 ? 64 : 70 }
    /// The width beyond which the main column leaves room to others.
    static let mainWidth = 60

    init(_ table: Table, width: Int) {
        let cells = table.naturalWidths ?? Self.naturalWidths(of: table)
        let headers = table.columns.map(\.header)
        let widths = Self.widths(cells, headers)
        if widths.reduce(-table.gap, { $0 + ($1 > 0 ? $1 + table.gap : 0) }) <= width {
            self.headers = headers
            shown = Self.shown(widths)
            return
        }
        self.headers = table.columns.map { $0.shortHeader ?? $0.header }
        shown = Self.fitting(table, Self.widths(cells, self.headers), width)
    }

    /// The width of each column's widest cell; 0 for a column that is hidden.
    static func naturalWidths(of table: Table) -> [Int] {
        table.columns.indices.map { naturalWidth(of: $0, in: table) }
    }

    private static func naturalWidth(of index: Int, in table: Table) -> Int {
        let column = table.columns[index]
        if column.isHiddenWhereAlike, isAlike(index, in: table) { return 0 }
        var widest = 0
        for row in table.rows where index < row.count {
            widest = max(widest, row[index].columns)
            if widest >= column.maximum { return column.maximum }
        }
        return widest
    }

    private static func isAlike(_ index: Int, in table: Table) -> Bool {
        let texts = table.rows.lazy.map { index < $0.count ? $0[index].text.string : "" }
        guard table.rows.count > 1, let first = texts.first else { return false }
        return texts.allSatisfy { $0 == first }
    }

    /// A column without text is hidden, even if its header is wide.
    private static func widths(_ cells: [Int], _ headers: [TerminalText]) -> [Int] {
        zip(cells, headers).map { $0 == 0 ? 0 : max($0, $1.columns) }
    }

    private static func shown(_ widths: [Int]) -> [Shown] {
        widths.enumerated().map { Shown(index: $0.offset, width: $0.element) }.filter { $0.width > 0 }
    }

    private static func fitting(_ table: Table, _ widths: [Int], _ width: Int) -> [Shown] {
        func floor(_ index: Int) -> Int {
            let column = table.columns[index]
            guard column.isFlexible else { return widths[index] }
            let main = column.isMain ? min(mainWidth, width * mainShare(width) / 100) : 0
            return min(widths[index], max(column.minimum, main, width * column.share / 100))
        }
        let all = shown(widths)
        let order = all.sorted { table.columns[$0.index].dropOrder < table.columns[$1.index].dropOrder }
        var room = width + table.gap
        var kept: Set<Int> = []
        for column in order {
            let needed = floor(column.index) + table.gap
            guard needed <= room || table.columns[column.index].dropOrder == 0 else { continue }
            room -= needed
            kept.insert(column.index)
        }
        var result = all.filter { kept.contains($0.index) }
        var excess = result.reduce(table.gap * (result.count - 1) - width) { $0 + $1.width }
        shrink(&result, by: &excess) { index in
            let column = table.columns[index]
            return column.isMain ? max(column.comfortableWidth, floor(index)) : .max
        }
        shrink(&result, by: &excess) { table.columns[$0].isMain ? .max : floor($0) }
        shrink(&result, by: &excess, floor: floor)
        shrink(&result, by: &excess) { _ in 1 }
        return result
    }

    /// Removes `excess`, one terminal column at a time, from the widest column above its floor.
    private static func shrink(_ shown: inout [Shown], by excess: inout Int, floor: (Int) -> Int) {
        while excess > 0 {
            let candidates = shown.indices.filter { shown[$0].width > floor(shown[$0].index) }
            guard let widest = candidates.max(by: { shown[$0].width < shown[$1].width }) else { return }
            shown[widest].width -= 1
            excess -= 1
        }
    }
}
