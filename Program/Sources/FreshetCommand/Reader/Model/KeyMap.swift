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
        .enclosure: [.character("p")],
        .save: [.character("s")], .toggleRead: [.character("m")], .label: [.character("L")],
        .markAll: [.character("A")], .takeApart: [.character("x")], .join: [.character("J")],
        .fullText: [.character("t")], .undo: [.character("u")], .refresh: [.character("r")], .filter: [.character("/")],
        .follow: [.character("f")], .unfollow: [.character("U")], .editFeed: [.character("e")],
        .rule: [.character("R")], .help: [.character("?")],
        .redraw: [.control("l")], .quit: [.character("q"), .control("c")],
    ])

    func command(_ key: Key) -> ReaderCommand? { keys.first { $0.value.contains(key) }?.key }

    /// The same, but for commands that have other keys. Ctrl-C always quits.
    func remapped(_ changes: [ReaderCommand: [Key]]) -> KeyMap {
        var map = KeyMap(keys: keys.merging(changes) { $1 })
        if changes[.quit] != nil { map.keys[.quit, default: []].append(.control("c")) }
        return map
    }

    /// The names of a command's keys: "j ↓".
    func names(_ command: ReaderCommand) -> String { (keys[command] ?? []).map(\.name).joined(separator: " ") }

    /// The first key of a command, for a hint; nil if it has none.
    func hint(_ command: ReaderCommand) -> String? { keys[command]?.first?.name }
}
