/// Draws the list of the keys that do something now.
struct HelpView {
    private let state: ReaderState
    private let offset: Int

    init(_ state: ReaderState, _ offset: Int) {
        self.state = state
        self.offset = offset
    }

    func draw(on screen: inout Screen) {
        let rows = ReaderCommand.allCases.filter(state.accepts).map { (state.keyMap.names($0), $0.summary) }
        let digits = state.focus == .item && !state.article.links.isEmpty ? [("1 to 9", "open a numbered link")] : []
        let all = rows + digits
        let column = (all.map(\.0.columns).max() ?? 0) + 2
        let width = column + (all.map(\.1.columns).max() ?? 0) + 4
        let inside = screen.drawBox("Keys", width: width, height: all.count + 2)
        let first = min(offset, max(0, all.count - inside.height))
        for (line, row) in all.dropFirst(first).prefix(inside.height).enumerated() {
            let text = StyledText(untrusted: row.0, .bold).padded(to: column) + StyledText(untrusted: row.1)
            screen.write(text.truncated(to: inside.width), row: inside.row + line, column: inside.column)
        }
    }
}
