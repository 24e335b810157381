/// Draws the item that is read.
struct ArticleView {
    private let pane: ArticlePane
    private let hasFocus: Bool

    init(_ pane: ArticlePane, hasFocus: Bool) {
        self.pane = pane
        self.hasFocus = hasFocus
    }

    func draw(on screen: inout Screen, in area: Rectangle) {
        let width = max(1, area.width - 1)
        for (row, line) in pane.lines.dropFirst(pane.offset).prefix(area.height).enumerated() {
            screen.write(line.text.truncated(to: width - 1), row: area.row + row, column: area.column + 1, width: width)
            if pane.offset + row == pane.found {
                screen.restyle(Rectangle(row: area.row + row, column: area.column + 1, width: width, height: 1)) {
                    $0.adding(.reversed)
                }
            }
            guard hasFocus, pane.hasComments, line.block == pane.block, line.block > 0 else { continue }
            screen.write(StyledText("▌", .color(.cyan)), row: area.row + row, column: area.column)
        }
    }
}
