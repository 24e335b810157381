import WebText

extension Screen {
    /// Draws a line that is typed, scrolled so that its cursor is visible, and places the terminal's cursor.
    mutating func draw(_ field: TextField, row: Int, column: Int, width: Int) {
        guard width > 0 else { return }
        let before = TerminalText(untrimmed: field.textBeforeCursor).string
        // The cursor may stand after the last character.
        var hidden = max(0, before.columns - width + 1)
        var start = before.startIndex
        while hidden > 0, start < before.endIndex {
            hidden -= before[start].columns
            start = before.index(after: start)
        }
        let visible = before[start...]
        let rest = TerminalText(untrimmed: String(field.text.dropFirst(field.textBeforeCursor.count))).string
        write(StyledText(TerminalText(untrimmed: visible + rest)), row: row, column: column, width: width)
        restyle(Rectangle(row: row, column: column, width: width, height: 1)) { $0.adding(.underlined) }
        if field.isSelected {
            let text = Rectangle(row: row, column: column, width: min(width, String(visible).columns), height: 1)
            restyle(text) { $0.adding(.reversed) }
        }
        cursor = Position(row: row, column: column + min(String(visible).columns, width - 1))
    }

    /// Draws a box in which a line is typed, with further lines below it.
    mutating func drawBox(
        _ title: StyledText, footer: StyledText, widest: Int, field: TextField, isTyping: Bool,
        lines: (Int) -> [StyledText]
    ) {
        let width = min(widest, max(20, size.columns - 4))
        let lines = lines(width - Self.boxFrame)
        let inside = drawBox(title, footer: footer, width: width, height: lines.count + 4)
        for (line, text) in lines.prefix(max(0, inside.height - 2)).enumerated() {
            write(text.truncated(to: inside.width), row: inside.row + 2 + line, column: inside.column)
        }
        draw(field, row: inside.row, column: inside.column, width: inside.width)
        if !isTyping { cursor = nil }
    }
}
