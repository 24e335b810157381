import Feeds
import WebText

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

/// Draws the items of the selected feed.
struct ListView {
    private let state: ReaderState
    private let list: ListPane
    private let layout: ReaderLayout

    init(_ state: ReaderState, _ layout: ReaderLayout) {
        self.state = state
        list = state.list
        self.layout = layout
    }

    func draw(on screen: inout Screen, in area: Rectangle) {
        // The marker of the selected row, and a space at the right edge.
        let width = max(1, area.width - 2)
        let rows = list.lines(height: layout.listHeight)
        guard !rows.isEmpty else { return drawEmpty(on: &screen, in: area, width) }
        let items = rows.compactMap { row in
            if case .item(let place) = row, let item = list.item(at: place) {
                list.table.row(item, state.clock)
            } else {
                nil
            }
        }
        let table = Table(columns: list.table.columns, rows: items, naturalWidths: list.widths).lines(width: width)
        for (line, words) in layout.problem.enumerated() {
            screen.write(
                StyledText(words, .color(.yellow)), row: area.row + line, column: area.column + 1, width: width)
        }
        if layout.columnHeader > 0, let header = table.header {
            let row = area.row + layout.problem.count
            screen.write(header.truncated(to: width), row: row, column: area.column + 1, width: width)
        }
        var lines = table.items[...]
        for (line, row) in rows.enumerated() {
            let y = area.row + layout.listHeader + line
            switch row {
            case .divider(let divider):
                screen.write(divider.styled.truncated(to: width), row: y, column: area.column + 1, width: width)
            case .more:
                screen.write(StyledText(untrusted: more, .color(.cyan)), row: y, column: area.column + 1, width: width)
                if list.isAtMore { select(y, on: &screen, in: area) }
            case .item(let place):
                let text = list.item(at: place) == nil ? StyledText("…", .dim) : lines.popFirst() ?? StyledText()
                screen.write(text.truncated(to: width), row: y, column: area.column + 1, width: width)
                if place == list.window.cursor { select(y, on: &screen, in: area) }
            }
        }
    }

    /// The last line, for items that its upstream has and that weren't requested.
    private var more: String {
        list.isLoadingMore ? "… Loading" : "… \(state.keyMap.hint(.open) ?? "Enter") loads \(list.moreCount) more"
    }

    private func select(_ row: Int, on screen: inout Screen, in area: Rectangle) {
        screen.write(">", row: row, column: area.column)
        let selected = Rectangle(row: row, column: area.column, width: area.width, height: 1)
        screen.select(selected, hasFocus: state.focus == .list)
    }

    private func drawEmpty(on screen: inout Screen, in area: Rectangle, _ width: Int) {
        for (line, words) in emptyWords.flatMap({ Paragraph(TerminalText($0)).lines(width: width) }).enumerated()
        where line < area.height {
            screen.write(StyledText(words, .dim), row: area.row + line, column: area.column + 1, width: width)
        }
    }

    private var emptyWords: [String] {
        if !list.filter.isEmpty, list.isLoaded {
            return [list.isFiltering ? "Filtering…" : "Nothing here contains \(list.filter.inQuotes)."]
        }
        if let error = list.status?.freshness.error { return [error.sentences(state.clock)] }
        if state.isOffline, let status = list.status, status.fetchedAt == nil {
            return ["Nothing is stored. Without --offline, this feed is fetched."]
        }
        let isWaiting = list.source.feed != nil && list.status?.freshness != .fresh
        if !list.isLoaded || isWaiting { return [list.source.feed?.upstream.waiting ?? "Loading…"] }
        guard list.source == .unread, state.sidebar.followed.isEmpty else {
            if let feed = list.source.feed, let status = list.status { return [status.emptyMessage(of: feed)] }
            return [list.source.emptyMessage(state.keyMap)]
        }
        return [
            "You don't follow any feeds yet.",
            "Press \(state.keyMap.hint(.follow) ?? "the key to follow") and paste an address, "
                + "or choose a feed on the left (\(state.keyMap.hint(.back) ?? "←")).",
        ]
    }
}

/// Draws the open item.
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
