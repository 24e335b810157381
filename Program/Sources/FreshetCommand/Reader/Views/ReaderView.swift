import Feeds

/// Draws the reader's state on a screen of any size. Pure.
struct ReaderView {
    let state: ReaderState
    private let layout: ReaderLayout

    init(_ state: ReaderState) {
        self.state = state
        layout = state.layout
    }

    var screen: Screen {
        var screen = Screen(size: state.size)
        if let area = layout.feeds {
            SidebarView(state.sidebar, hasFocus: state.focus == .feeds).draw(on: &screen, in: area)
        }
        if let area = layout.list {
            drawSeparator(left: area, on: &screen)
            ListView(state, layout).draw(on: &screen, in: area)
        }
        if let area = layout.item {
            drawSeparator(left: area, on: &screen)
            ArticleView(state.article, hasFocus: state.focus == .item).draw(on: &screen, in: area)
        }
        StatusView(state).draw(on: &screen, in: layout.status)
        switch state.overlay {
        case .help(let offset): HelpView(state, offset).draw(on: &screen)
        case .follow(let box): FollowView(box, state).draw(on: &screen)
        case .rule(let box): RuleView(box).draw(on: &screen)
        case .feed(let box): FeedView(box).draw(on: &screen)
        case .label(let box): LabelView(box).draw(on: &screen)
        case .link, .filter, .find, nil: break
        }
        return screen
    }

    private func drawSeparator(left area: Rectangle, on screen: inout Screen) {
        guard area.column > 0 else { return }
        for row in area.rows { screen.write(StyledText("│", .dim), row: row, column: area.column - 1) }
    }
}

extension Screen {
    /// Marks a selected row: in reverse video where the pane has the focus, else in bold.
    mutating func select(_ area: Rectangle, hasFocus: Bool) {
        restyle(area) { hasFocus ? .reversed : $0.adding(.bold) }
    }

    /// The columns of a box's frame, with a space beside each line.
    static let boxFrame = 4

    /// The rows for boxes: all but the status line.
    static func boxHeight(_ size: TerminalSize) -> Int { max(1, size.rows - 1) }

    /// Draws a box in the middle, above the status line, and returns the area inside; the whole screen where it is too small for a
    /// frame.
    mutating func drawBox(_ title: StyledText, footer: StyledText = "", width: Int, height: Int) -> Rectangle {
        let width = min(width, size.columns)
        let room = Self.boxHeight(size)
        let height = min(height, room)
        let area = Rectangle(
            row: (room - height) / 2, column: (size.columns - width) / 2, width: width, height: height)
        clear(area)
        guard width >= 8, height >= 3 else { return area }
        let bar = String(repeating: "─", count: width - 2)
        write(StyledText(untrusted: "╭\(bar)╮", .dim), row: area.row, column: area.column)
        write(StyledText(untrusted: "╰\(bar)╯", .dim), row: area.row + height - 1, column: area.column)
        for row in area.rows.dropFirst().dropLast() {
            write(StyledText("│", .dim), row: row, column: area.column)
            write(StyledText("│", .dim), row: row, column: area.column + width - 1)
        }
        write(
            StyledText(.spaces(1)) + title.styled(.bold) + StyledText(.spaces(1)), row: area.row,
            column: area.column + 2)
        if !footer.isEmpty, footer.columns + 6 <= width {
            write(
                StyledText(.spaces(1)) + footer.styled(.dim) + StyledText(.spaces(1)), row: area.row + height - 1,
                column: area.column + 2)
        }
        return Rectangle(row: area.row + 1, column: area.column + 2, width: width - Self.boxFrame, height: height - 2)
    }
}
