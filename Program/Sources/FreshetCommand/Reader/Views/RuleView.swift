import FeedStore
import Search

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
