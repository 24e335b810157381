import WebText

/// Text broken into lines of a width.
struct Paragraph {
    private let text: TerminalText

    init(_ text: TerminalText) { self.text = text }

    /// Breaks at spaces; a word longer than the width gets a line of its own.
    func lines(width: Int) -> [TerminalText] {
        var lines: [String] = []
        for word in text.string.split(separator: " ") {
            if let last = lines.last, last.columns + 1 + String(word).columns <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { TerminalText($0) }
    }
}
