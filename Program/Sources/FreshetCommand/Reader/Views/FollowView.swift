import Feeds

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
