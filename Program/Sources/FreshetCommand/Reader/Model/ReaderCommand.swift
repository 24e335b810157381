/// What a key does in the reader. Each has a key of its own in a ``KeyMap``.
enum ReaderCommand: String, CaseIterable, Sendable {
    case down, up, pageDown, pageUp, first, last
    case open, back, forward, nextPane
    case nextUnread, previousUnread
    case browser, discussion, copy
    case save, toggleRead, markAll, undo
    case refresh, filter, follow, help, quit

    /// What it does, for the list of keys.
    var summary: String {
        switch self {
        case .down: "next line"
        case .up: "previous line"
        case .pageDown: "page down"
        case .pageUp: "page up"
        case .first: "first line"
        case .last: "last line"
        case .open: "read; fold or unfold a comment"
        case .back: "back"
        case .forward: "to the pane on the right"
        case .nextPane: "next pane"
        case .nextUnread: "next unread item, in any feed"
        case .previousUnread: "previous unread item, in any feed"
        case .browser: "open in the browser"
        case .discussion: "open the discussion in the browser"
        case .copy: "copy the link"
        case .save: "save, or unsave"
        case .toggleRead: "mark as read, or as unread"
        case .markAll: "mark all as read"
        case .undo: "undo"
        case .refresh: "refresh"
        case .filter: "filter as you type"
        case .follow: "follow a feed"
        case .help: "these keys"
        case .quit: "quit"
        }
    }
}

/// Which key gives which command.
struct KeyMap: Sendable {
    /// The keys of each command, the one to show first.
    private(set) var keys: [ReaderCommand: [Key]]

    static let standard = KeyMap(keys: [
        .down: [.character("j"), .down], .up: [.character("k"), .up],
        .pageDown: [.pageDown, .character(" "), .control("f")], .pageUp: [.pageUp, .control("b")],
        .first: [.character("g"), .home], .last: [.character("G"), .end],
        .open: [.enter], .back: [.escape, .left, .character("h"), .backspace], .forward: [.right, .character("l")],
        .nextPane: [.tab],
        .nextUnread: [.character("n")], .previousUnread: [.character("N")],
        .browser: [.character("o")], .discussion: [.character("c")], .copy: [.character("y")],
        .save: [.character("s")], .toggleRead: [.character("m")], .markAll: [.character("A")],
        .undo: [.character("u")], .refresh: [.character("r")], .filter: [.character("/")],
        .follow: [.character("f")], .help: [.character("?")], .quit: [.character("q"), .control("c")],
    ])

    func command(_ key: Key) -> ReaderCommand? { keys.first { $0.value.contains(key) }?.key }

    /// The names of a command's keys: "j ↓".
    func names(_ command: ReaderCommand) -> String { (keys[command] ?? []).map(\.name).joined(separator: " ") }
}

extension Key {
    /// Its name on a keyboard.
    var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-" + character.uppercased()
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .home: "Home"
        case .end: "End"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .escape: "Esc"
        }
    }
}
