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
