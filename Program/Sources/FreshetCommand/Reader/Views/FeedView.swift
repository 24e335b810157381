/// Draws the box that changes a followed feed.
struct FeedView {
    private let box: FeedBox

    init(_ box: FeedBox) { self.box = box }

    func draw(on screen: inout Screen) {
        let width = min(64, max(24, screen.size.columns - 4))
        let problem = box.problem.map { Paragraph(TerminalText($0)).lines(width: width - Screen.boxFrame) } ?? []
        let title = StyledText(untrusted: box.title).truncated(to: max(1, width - 6))
        let inside = screen.drawBox(
            title, footer: answers + "Tab: next · Enter: save · Esc: cancel",
            width: width,
            height: box.fields.count + 2 + problem.count)
        for (row, field) in box.fields.enumerated() where row < inside.height && field != box.focus {
            draw(field, row, on: &screen, in: inside)
        }
        for (row, line) in problem.enumerated() where box.fields.count + row < inside.height {
            screen.write(
                StyledText(line, .color(.yellow)), row: inside.row + box.fields.count + row, column: inside.column)
        }
        // Last: it has the cursor.
        let row = box.fields.firstIndex(of: box.focus) ?? 0
        draw(box.focus, min(row, inside.height - 1), on: &screen, in: inside)
    }

    /// The keys that answer the line with the focus.
    private var answers: StyledText {
        guard let answers = box.focus.answers else { return "" }
        let keys = answers.map { String($0.key) }
        let words = keys.dropLast().joined(separator: ", ") + " or " + (keys.last ?? "")
        return StyledText(untrusted: words) + " · "
    }

    private func draw(_ field: FeedBox.Field, _ row: Int, on screen: inout Screen, in inside: Rectangle) {
        screen.write(StyledText(untrusted: field.label), row: inside.row + row, column: inside.column)
        screen.draw(
            box.line(field), row: inside.row + row, column: inside.column + Self.labelWidth,
            width: inside.width - Self.labelWidth)
    }

    private static let labelWidth = 11
}

extension FeedBox.Field {
    fileprivate var label: String {
        switch self {
        case .name: "Name"
        case .folder: "Folder"
        case .interval: "Interval"
        case .fullText: "Full text"
        case .stories: "Stories"
        }
    }
}
