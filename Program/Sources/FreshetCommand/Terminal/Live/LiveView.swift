/// A window onto a `LiveContent`, with a size and a scroll position. Pure: it returns rows.
struct LiveView: Sendable {
    private(set) var size: TerminalSize
    private(set) var content = LiveContent()
    /// The number of lines above the window; it leaves no empty row at the end if there are enough lines.
    private(set) var offset = 0

    init(size: TerminalSize) {
        self.size = size
    }

    /// Replaces the content. A scrolled window keeps its uppermost line in place if that line has an id and still exists.
    mutating func show(_ content: LiveContent, size: TerminalSize) {
        let uppermost = offset > 0 && offset < self.content.ids.count ? self.content.ids[offset] : nil
        self.content = content
        self.size = size
        scroll(to: uppermost.flatMap { content.ids.firstIndex(of: $0) } ?? offset)
    }

    /// Scrolls if `key` is a scroll key; returns whether it is.
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

    /// One text per row of the terminal, none wider than the terminal.
    var rows: [StyledText] {
        let first = min(offset, content.lines.count)
        let visible = content.lines[first..<min(content.lines.count, first + window)]
        var rows = header + visible
        rows += Array(repeating: StyledText(), count: max(0, size.rows - 1 - rows.count))
        return rows.prefix(max(0, size.rows - 1)).map { $0.truncated(to: size.columns) } + [statusRow].prefix(size.rows)
    }

    /// The header is hidden if it would leave no room for a line.
    private var header: [StyledText] { size.rows > content.header.count + 1 ? content.header : [] }
    private var window: Int { max(0, size.rows - 1 - header.count) }
    /// A page turn keeps one line visible.
    private var page: Int { max(1, window - 1) }

    private mutating func scroll(to offset: Int) {
        self.offset = max(0, min(offset, content.lines.count - window))
    }

    /// The status and, unless all lines are visible, the position.
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
