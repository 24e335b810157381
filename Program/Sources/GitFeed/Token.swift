import WebText

/// A token whose description doesn't reveal it.
struct Token: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let header: String

    /// Nil for a blank text.
    init?(_ text: String) {
        let text = text.trimmed
        guard !text.isEmpty else { return nil }
        header = "Bearer \(text)"
    }

    var description: String { "(a token)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
