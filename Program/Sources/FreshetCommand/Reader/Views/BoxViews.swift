import FeedStore
import Feeds
import Search
import WebText

/// Draws the box that asks for an address to follow.
struct FollowView {
    private let box: FollowBox
    private let state: ReaderState

    init(_ box: FollowBox, _ state: ReaderState) {
        self.box = box
        self.state = state
    }

    func draw(on screen: inout Screen) {
        screen.drawBox(
            "Follow a feed", footer: "Enter: follow · Esc: cancel", widest: 72, field: box.field,
            isTyping: box.isTyping, lines: lines)
    }

    private func lines(width: Int) -> [StyledText] {
        switch box.step {
        case .typing:
            let examples = state.catalog.exampleAddresses.map { StyledText(untrusted: $0, .dim) }
            return [StyledText("Type or paste an address and press Enter, for example:", .dim)]
                + examples.map { StyledText(.spaces(2)) + $0 }
        case .checking: return [StyledText("Checking…", .dim)]
        case .failed(let message):
            return Paragraph(TerminalText(message)).lines(width: width).map { StyledText($0, .color(.yellow)) }
        case .choosing(let candidates, let selected):
            let first = max(0, selected - 7)
            let choices = candidates.enumerated().dropFirst(first).prefix(8).map { index, candidate in
                let text =
                    StyledText(untrusted: candidate.title) + StyledText(.spaces(2))
                    + StyledText(untrusted: candidate.facts(state.clock.ago), .dim) + StyledText(.spaces(2))
                    + StyledText(untrusted: candidate.url, .dim)
                return StyledText(untrusted: index == selected ? ">" : " ")
                    + StyledText(.spaces(index == selected ? 1 : 2))
                    + (index == selected ? text.styled(.bold) : text)
            }
            return [StyledText("This address leads to several feeds. Choose one and press Enter.", .dim)] + choices
        }
    }
}

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

/// Draws the box that makes a rule.
struct RuleView {
    private let box: RuleBox

    init(_ box: RuleBox) { self.box = box }

    func draw(on screen: inout Screen) {
        screen.drawBox(
            "Make a rule",
            footer: box.step == .confirming ? "y: add · any other key: change it" : "Enter: add · Esc: cancel",
            widest: 76, field: box.field, isTyping: box.isTyping,
            lines: lines)
    }

    private func lines(width: Int) -> [StyledText] {
        let verbs = "Verbs: " + Rule.Verb.allCases.map(\.rawValue).joined(separator: ", ") + "."
        return result(width: width) + [StyledText()]
            + Paragraph(TerminalText(verbs)).lines(width: width).map { StyledText($0, .dim) }
    }

    private func result(width: Int) -> [StyledText] {
        switch box.preview {
        case nil: return [StyledText("Testing…", .dim)]
        case .problem(let words):
            return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0, .color(.yellow)) }
        case .matches where box.step == .confirming:
            let warning = "It hides everything in \(box.hiddenFeed ?? ""). Add the rule anyway? Press y or n."
            return Paragraph(TerminalText(warning)).lines(width: width).map { StyledText($0, .color(.yellow)) }
        case .matches(let words, let titles, _):
            return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0) }
                + titles.map { StyledText(.spaces(2)) + StyledText(untrusted: $0, .dim) }
        }
    }
}

/// Draws the box that changes the labels of an item.
struct LabelView {
    private let box: LabelBox

    init(_ box: LabelBox) { self.box = box }

    func draw(on screen: inout Screen) {
        screen.drawBox(
            "Label", footer: box.removes ? "Enter: remove · Esc: cancel" : "Enter: add · Esc: cancel", widest: 60,
            field: box.field, isTyping: true, lines: lines)
    }

    private func lines(width: Int) -> [StyledText] {
        let words =
            box.problem
            ?? (box.labels.isEmpty
                ? "Type a label." : "Labels: \(box.labels.joined(separator: ", ")). Type one of them to remove it.")
        let style: Style = box.problem == nil ? .dim : .color(.yellow)
        return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0, style) }
    }
}

/// Draws the list of the available keys.
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

    /// The keys that scroll and close the box.
    private func hint(_ help: KeyHelp, _ first: Int) -> StyledText {
        let close = "\(state.keyMap.hint(.back) ?? "Esc") closes"
        guard help.rows.count > help.height else { return StyledText(untrusted: close) }
        let keys = [ReaderCommand.down, .up, .pageDown, .pageUp].compactMap(state.keyMap.hint).joined(separator: " ")
        let part = "\(first + 1) to \(first + help.height) of \(help.rows.count)"
        return StyledText(untrusted: "\(part) · \(keys) scroll · \(close)")
    }
}

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
