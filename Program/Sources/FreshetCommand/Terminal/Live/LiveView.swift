/// The window onto a `LiveContent`: how large it is and how far it is scrolled.
///
/// Pure; what it shows is a list of rows.
struct LiveView: Sendable {
    private(set) var size: TerminalSize
    private(set) var content = LiveContent()
    /// Lines above the window, always such that the window is as full as it can be.
    private(set) var offset = 0

    init(size: TerminalSize) {
        self.size = size
    }

    /// Stays at the top if it was there, else at the line that was uppermost, as far as that has an id and is still there.
    mutating func show(_ content: LiveContent, size: TerminalSize) {
        let uppermost = offset > 0 && offset < self.content.ids.count ? self.content.ids[offset] : nil
        self.content = content
        self.size = size
        scroll(to: uppermost.flatMap { content.ids.firstIndex(of: $0) } ?? offset)
    }

    /// Scrolls if `key` is one of the keys for it; says whether it was.
    mutating func scroll(_ key: Key) -> Bool {
        switch key {
        case .up, .character("k"): scroll(to: offset - 1)
        case .down, .character("j"): scroll(to: offset + 1)
        case .pageUp, .control("b"): scroll(to: offset - page)
        case .pageDown, .control("f"), .character(" "): scroll(to: offset + page)
        case .home, .character("g"): scroll(to: 0)
        case .end, .character("G"): scroll(to: content.lines.count)
        default: return false
        }
        return true
    }

    /// One text for each row of the terminal, none wider than it.
    var rows: [StyledText] {
        let first = min(offset, content.lines.count)
        let visible = content.lines[first..<min(content.lines.count, first + window)]
        var rows = header + visible
        rows += Array(repeating: StyledText(), count: max(0, size.rows - 1 - rows.count))
        return rows.prefix(max(0, size.rows - 1)).map { $0.truncated(to: size.columns) } + [statusRow].prefix(size.rows)
    }

    /// The header gives way where there would be no room for a line.
    private var header: [StyledText] { size.rows > content.header.count + 1 ? content.header : [] }
    private var window: Int { max(0, size.rows - 1 - header.count) }
    /// One line stays in sight when a page is turned.
    private var page: Int { max(1, window - 1) }

    private mutating func scroll(to offset: Int) {
        self.offset = max(0, min(offset, content.lines.count - window))
    }

    /// The status and, where not all lines are in sight, which are.
    private var statusRow: StyledText {
        var position = StyledText()
        if content.lines.count > window, window > 0 {
            let numbers = "\(offset + 1)–\(offset + window) of \(content.lines.count)"
            position = StyledText(untrusted: numbers, .dim)
        }
        let room = size.columns - (position.isEmpty ? 0 : position.columns + 2)
        guard room >= min(content.status.columns, 20) else { return content.status.truncated(to: size.columns) }
        let status = content.status.truncated(to: room)
        return position.isEmpty ? status : status.padded(to: room + 2) + position
    }
}
