internal import WebText

/// A token that cannot be printed by mistake.
struct Token: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let header: String

    /// Nil for white space.
    init?(_ text: String) {
        let text = text.trimmed
        guard !text.isEmpty else { return nil }
        header = "Bearer \(text)"
    }

    var description: String { "(a token)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
