import FeedStore

/// Draws the box that makes a rule.
struct RuleView {
    private let box: RuleBox

    init(_ box: RuleBox) { self.box = box }

    func draw(on screen: inout Screen) {
        let width = min(76, max(20, screen.size.columns - 4))
        let lines = lines(width: width - 4)
        let inside = screen.drawBox(
            "Make a rule", footer: "Enter adds it · Esc leaves", width: width, height: lines.count + 4)
        for (line, text) in lines.prefix(max(0, inside.height - 2)).enumerated() {
            screen.write(text.truncated(to: inside.width), row: inside.row + 2 + line, column: inside.column)
        }
        screen.draw(box.field, row: inside.row, column: inside.column, width: inside.width)
        if case .adding = box.step { screen.cursor = nil }
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
        case .matches(let words, let titles):
            return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0) }
                + titles.map { StyledText(.spaces(2)) + StyledText(untrusted: $0, .dim) }
        }
    }
}
