import WebText

/// Draws the list of the keys that do something now.
struct HelpView {
    private let state: ReaderState
    private let offset: Int

    init(_ state: ReaderState, _ offset: Int) {
        self.state = state
        self.offset = offset
    }

    func draw(on screen: inout Screen) {
        let help = KeyHelp(state)
        let width = help.keysWidth + (help.rows.map(\.summary.columns).max() ?? 0) + Screen.boxFrame
        let first = max(0, min(offset, help.rows.count - help.height))
        let inside = screen.drawBox("Keys", footer: hint(help, first), width: width, height: help.height + 2)
        for (line, row) in help.rows.dropFirst(first).prefix(inside.height).enumerated() {
            let keys = StyledText(untrusted: row.keys, .bold).padded(to: help.keysWidth)
            let text = keys + StyledText(untrusted: row.summary)
            screen.write(text.truncated(to: inside.width), row: inside.row + line, column: inside.column)
        }
    }

    /// How to see the rest, and how to close the box.
    private func hint(_ help: KeyHelp, _ first: Int) -> StyledText {
        let close = "\(state.keyMap.hint(.back) ?? "Esc") closes"
        guard help.rows.count > help.height else { return StyledText(untrusted: close) }
        let keys = [ReaderCommand.down, .up, .pageDown, .pageUp].compactMap(state.keyMap.hint).joined(separator: " ")
        let part = "\(first + 1) to \(first + help.height) of \(help.rows.count)"
        return StyledText(untrusted: "\(part) · \(keys) scroll · \(close)")
    }
}
