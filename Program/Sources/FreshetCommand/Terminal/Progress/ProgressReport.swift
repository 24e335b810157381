/// The progress of some work.
enum ProgressReport: Hashable, Sendable {
    /// Progress that can't be counted: "Loading from api.example.com…".
    case message(TerminalText)
    /// "7 of 13 categories", with a bar.
    case counted(Int, of: Int, TerminalText)

    /// The bar has at most one cell per part, and is full only when all parts are done.
    func line(width: Int) -> StyledText {
        switch self {
        case .message(let message):
            return StyledText(message).truncated(to: width)
        case .counted(let done, let total, let what):
            let done = max(0, done)
            let words = StyledText(untrusted: "\(done) of \(total) \(what)")
            let cells = min(20, total, width - words.columns - 1)
            guard cells >= 5 else { return words.truncated(to: width) }
            let filled = min(done, total) * cells / total
            let bar =
                StyledText(untrusted: String(repeating: "━", count: filled), .color(.green))
                + StyledText(untrusted: String(repeating: "─", count: cells - filled), .dim)
            return bar + " " + words
        }
    }
}
