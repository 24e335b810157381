extension ReaderState {
    /// Presses select a row, and open it if it was selected; the wheel scrolls the pane below it.
    mutating func handle(_ mouse: Mouse, _ position: Screen.Position) -> [ReaderEffect] {
        switch mouse {
        case .wheelUp: scroll(by: -3, at: position)
        case .wheelDown: scroll(by: 3, at: position)
        case .press: return press(position)
        }
        return []
    }

    private mutating func scroll(by lines: Int, at position: Screen.Position) {
        if let list = layout.list, list.contains(position) {
            self.list.scroll(by: lines, height: layout.listHeight)
        } else if let item = layout.item, item.contains(position) {
            article.scroll(by: lines, height: layout.height)
        } else if let feeds = layout.feeds, feeds.contains(position) {
            sidebar.scroll(by: lines.signum(), height: layout.height)
            if let source = sidebar.selected { select(source) }
        }
    }

    private mutating func press(_ position: Screen.Position) -> [ReaderEffect] {
        if let area = layout.feeds, area.contains(position) {
            closeItem()
            focus = .feeds
            let row = sidebar.window.offset + position.row
            guard sidebar.rows.indices.contains(row), sidebar.rows[row].source != nil else { return [] }
            sidebar.move(to: row, height: layout.height)
            if let source = sidebar.selected { select(source) }
        } else if let area = layout.list, area.contains(position) {
            let (line, lines) = (position.row - layout.listHeader, list.lines(height: layout.listHeight))
            guard lines.indices.contains(line), let row = list.row(of: lines[line]) else { return [] }
            let isSelected = focus == .list && row == list.window.cursor
            closeItem()
            focus = .list
            list.move(to: row, height: layout.listHeight)
            if isSelected { return perform(.open) }
        } else if let area = layout.item, area.contains(position) {
            if !article.isOpen { return open(list.selected) }
            focus = .item
            if article.press(line: position.row) { _ = article.toggleFold(height: layout.height) }
        }
        return []
    }
}
