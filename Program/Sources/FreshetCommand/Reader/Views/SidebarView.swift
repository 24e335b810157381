/// Draws the feeds with their numbers of unread items, and marks those that couldn't be refreshed.
struct SidebarView {
    private let sidebar: SidebarPane
    private let hasFocus: Bool

    init(_ sidebar: SidebarPane, hasFocus: Bool) {
        self.sidebar = sidebar
        self.hasFocus = hasFocus
    }

    func draw(on screen: inout Screen, in area: Rectangle) {
        for (line, row) in sidebar.rows.dropFirst(sidebar.window.offset).prefix(area.height).enumerated() {
            let isSelected = sidebar.window.offset + line == sidebar.window.cursor
            let text = self.line(row, isSelected: isSelected, width: area.width)
            screen.write(text, row: area.row + line, column: area.column, width: area.width)
            if isSelected {
                let selected = Rectangle(row: area.row + line, column: area.column, width: area.width, height: 1)
                screen.select(selected, hasFocus: hasFocus)
            }
        }
    }

    private func line(_ row: SidebarPane.Row, isSelected: Bool, width: Int) -> StyledText {
        let lead = StyledText(isSelected ? ">" : " ") + StyledText(.spaces(row.depth * 2))
        guard row.source != nil else { return lead + StyledText(untrusted: row.title, .dim).truncated(to: width - 2) }
        let mark = row.hasFailed ? StyledText("!", .color(.yellow)) : StyledText()
        let unread = row.unread > 0 ? StyledText(untrusted: "\(row.unread)", .color(.green)) : StyledText()
        let count = [mark, unread].filter { !$0.isEmpty }.joined(separator: StyledText(.spaces(1)))
        let room = max(0, width - lead.columns - count.columns - (count.isEmpty ? 1 : 2))
        let isStrong = row.unread > 0 || row.source == .unread
        let title = StyledText(TerminalText(row.title).truncatedName(to: room), isStrong ? .bold : .plain)
        return lead + title.padded(to: room + 1) + count
    }
}
