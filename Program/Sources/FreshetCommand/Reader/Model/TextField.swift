/// A line that the user types.
struct TextField: Hashable, Sendable {
    private(set) var text = ""
    private static let longest = 2_000

    init(_ text: String = "") { self.text = text }

    /// Whether the event edits the line.
    mutating func edit(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.character(let character)): insert(String(character))
        case .paste(let pasted): insert(pasted)
        case .key(.backspace), .key(.control("h")): _ = text.popLast()
        case .key(.control("u")): text = ""
        case .key(.control("w")):
            while text.last == " " { text.removeLast() }
            while let last = text.last, last != " " { text.removeLast() }
        default: return false
        }
        return true
    }

    private mutating func insert(_ typed: String) {
        let clean = TerminalText(untrimmed: typed).string
        text = String((text + clean).prefix(Self.longest))
    }
}
