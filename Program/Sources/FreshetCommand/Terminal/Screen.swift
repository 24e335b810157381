import WebText

/// The cells of a terminal's screen. A value: views draw on it, and a ``ScreenRenderer`` writes it.
struct Screen: Hashable, Sendable {
    let size: TerminalSize
    private(set) var rows: [[ScreenCell]]
    /// The position of the cursor; nil hides it.
    var cursor: Position?

    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    init(size: TerminalSize) {
        self.size = TerminalSize(columns: max(0, size.columns), rows: max(0, size.rows))
        rows = Array(repeating: Array(repeating: .blank, count: self.size.columns), count: self.size.rows)
    }

    var bounds: Rectangle { Rectangle(row: 0, column: 0, width: size.columns, height: size.rows) }

    /// Writes a line from a position on, cut at the right edge of `width` columns and of the screen.
    mutating func write(_ text: StyledText, row: Int, column: Int, width: Int = .max) {
        guard rows.indices.contains(row), column >= 0 else { return }
        let end = width >= size.columns - column ? size.columns : column + max(0, width)
        var column = column
        for run in text.runs {
            for character in run.text.string {
                let columns = character.columns
                guard columns > 0 else { continue }
                guard column + columns <= end else { return }
                put(ScreenCell(character: character, style: run.style, link: run.link), row, column, columns)
                column += columns
            }
        }
    }

    /// Changes the style of the cells in an area.
    mutating func restyle(_ area: Rectangle, _ change: (Style) -> Style) {
        for row in area.rows where rows.indices.contains(row) {
            for column in area.columns where rows[row].indices.contains(column) {
                rows[row][column].style = change(rows[row][column].style)
            }
        }
    }

    /// Blanks an area, as below a box.
    mutating func clear(_ area: Rectangle) {
        for row in area.rows where rows.indices.contains(row) {
            for column in area.columns where rows[row].indices.contains(column) { put(.blank, row, column, 1) }
        }
    }

    /// The text of each row, without spaces at its end.
    var text: [String] {
        rows.map { row in
            var line = String(row.compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Half of a wide character that is overwritten becomes a space.
    private mutating func put(_ cell: ScreenCell, _ row: Int, _ column: Int, _ columns: Int) {
        if rows[row][column].character == nil, column > 0 { rows[row][column - 1].character = " " }
        let next = column + columns
        if next < size.columns, rows[row][next].character == nil { rows[row][next].character = " " }
        rows[row][column] = cell
        if columns == 2 { rows[row][column + 1] = ScreenCell(character: nil, style: cell.style, link: cell.link) }
    }
}

/// An area of a screen, in cells.
struct Rectangle: Hashable, Sendable {
    var row: Int
    var column: Int
    var width: Int
    var height: Int

    var rows: Range<Int> { row..<row + max(0, height) }
    var columns: Range<Int> { column..<column + max(0, width) }

    func contains(_ position: Screen.Position) -> Bool {
        rows.contains(position.row) && columns.contains(position.column)
    }
}

/// One column of a screen's row.
struct ScreenCell: Hashable, Sendable {
    /// The grapheme cluster that begins here; nil in the second column of a wide one.
    var character: Character?
    var style = Style.plain
    var link: Hyperlink?

    static let blank = ScreenCell(character: " ")
}
