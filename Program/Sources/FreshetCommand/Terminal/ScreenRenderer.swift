import WebText

/// Writes screens to a terminal's alternate screen, only the cells that changed. Pure: it returns what to write.
struct ScreenRenderer: Sendable {
    private let rendering: Rendering
    private var shown: Screen?

    init(_ rendering: Rendering) { self.rendering = rendering }

    /// Switches to an empty alternate screen without cursor and line wrapping: terminals may draw text wider than Unicode says.
    ///
    /// The mouse reports clicks and its wheel (SGR 1006), and pasted text comes in brackets.
    static let enter =
        "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[0m\u{1B}[2J\u{1B}[H"
    /// The same, but the mouse stays the terminal's.
    static let enterWithoutMouse = enter.replacing("\u{1B}[?1000h\u{1B}[?1006h", with: "")
    /// Undoes `enter` and restores the shell's screen.
    static let leave = "\u{1B}[0m\u{1B}[2J\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Returns the text that makes the terminal show this screen; empty if it already does.
    mutating func render(_ screen: Screen) -> String {
        guard let shown, shown.size == screen.size else { return renderAll(screen) }
        guard shown != screen else { return "" }
        var output = ScreenOutput(rendering)
        if shown.cursor != nil { output.hideCursor() }
        for (row, (old, new)) in zip(shown.rows, screen.rows).enumerated() where old != new {
            // Terminals disagree about the width of such characters, so text after them may be displaced.
            if old.contains(where: \.isUncertain) || new.contains(where: \.isUncertain) {
                output.writeRow(new, row)
            } else {
                output.writeChanges(from: old, to: new, row)
            }
        }
        self.shown = screen
        return output.finished(cursor: screen.cursor)
    }

    /// Returns the text for a terminal with unknown content, as after a change of size.
    mutating func renderAll(_ screen: Screen) -> String {
        shown = screen
        var output = ScreenOutput(rendering)
        output.clear()
        let blank = Array(repeating: ScreenCell.blank, count: screen.size.columns)
        for (row, cells) in screen.rows.enumerated() where cells != blank { output.writeRow(cells, row) }
        return output.finished(cursor: screen.cursor)
    }
}

/// Text and control sequences for a terminal, which remembers position, style and link.
private struct ScreenOutput {
    private static let longestBridge = 5

    private let rendering: Rendering
    private var text = ""
    private var style = Style.plain
    private var link: Hyperlink?
    /// The position of the next write; nil if it isn't certain.
    private var position: Screen.Position?

    init(_ rendering: Rendering) { self.rendering = rendering }

    mutating func clear() { text += "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" }
    mutating func hideCursor() { text += "\u{1B}[?25l" }

    /// Erases the row and writes it whole.
    mutating func writeRow(_ cells: [ScreenCell], _ row: Int) {
        move(to: row, 0)
        set(.plain, nil)
        text += "\u{1B}[2K"
        let end = (cells.lastIndex { $0 != .blank } ?? -1) + 1
        for column in 0..<end { write(cells[column], row, column) }
    }

    mutating func writeChanges(from old: [ScreenCell], to new: [ScreenCell], _ row: Int) {
        var column = 0
        while column < new.count {
            if old[column] == new[column] {
                let end = min(new.count, column + Self.longestBridge)
                let next = (column..<end).first { old[$0] != new[$0] }
                // Few equal cells are shorter than a move of the cursor.
                if let next, position == .init(row: row, column: column) {
                    for between in column..<next { write(new[between], row, between) }
                }
                column = next ?? column + 1
                continue
            }
            // The second half of a wide character can't be written alone.
            if new[column].character == nil, column > 0 { column -= 1 }
            repeat {
                write(new[column], row, column)
                column += 1
            } while column < new.count && (old[column] != new[column] || new[column].character == nil)
        }
    }

    mutating func finished(cursor: Screen.Position?) -> String {
        set(.plain, nil)
        if let cursor { text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h" }
        return text
    }

    private mutating func write(_ cell: ScreenCell, _ row: Int, _ column: Int) {
        guard let character = cell.character else { return }
        move(to: row, column)
        set(cell.style, cell.link)
        text.append(character)
        position = cell.isUncertain ? nil : .init(row: row, column: column + character.columns)
    }

    private mutating func move(to row: Int, _ column: Int) {
        guard position?.row != row || position?.column != column else { return }
        text += "\u{1B}[\(row + 1);\(column + 1)H"
        position = .init(row: row, column: column)
    }

    private mutating func set(_ wanted: Style, _ wantedLink: Hyperlink?) {
        let wanted = rendering.isColored ? wanted : wanted.withoutColor
        if wanted != style {
            text += wanted.sequence(after: style)
            style = wanted
        }
        let wantedLink = rendering.isLinked ? wantedLink : nil
        guard wantedLink != link else { return }
        text += "\u{1B}]8;;\(wantedLink?.address ?? "")\u{1B}\\"
        link = wantedLink
    }
}

extension ScreenCell {
    /// True if terminals may disagree about its width.
    fileprivate var isUncertain: Bool {
        guard let character else { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return true }
        return first.simpleColumns == nil && !(0x2500...0x28FF ~= first.value)
    }
}
