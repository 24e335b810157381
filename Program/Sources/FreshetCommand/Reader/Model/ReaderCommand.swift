import Feeds
import WebText

/// A command of the reader. Each has a key of its own in a ``KeyMap``.
enum ReaderCommand: String, CaseIterable, Sendable {
    case down, up, pageDown, pageUp, first, last
    case open, back, forward, nextPane
    case nextUnread, previousUnread
    case browser, discussion, enclosure, copy
    case save, toggleRead, label, markAll, takeApart, join, undo
    case fullText, refresh, filter, follow, unfollow, editFeed, rule, help, redraw, quit

    /// Its name in the configuration file: `page-down`.
    var configurationName: String {
        rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }

    /// The description in the list of keys.
    var summary: String {
        switch self {
        case .down: "next line"
        case .up: "previous line"
        case .pageDown: "page down"
        case .pageUp: "page up"
        case .first: "first line"
        case .last: "last line"
        case .open: "read the item; fold or unfold a comment"
        case .back: "back"
        case .forward: "go to the pane on the right"
        case .nextPane: "next pane"
        case .nextUnread: "next unread item, in any feed"
        case .previousUnread: "previous unread item, in any feed"
        case .browser: "open in the browser"
        case .discussion: "open the discussion in the browser"
        case .enclosure: "open the audio, the video or another file of the item"
        case .copy: "copy the link"
        case .save: "save, or unsave"
        case .toggleRead: "mark as read or unread; in the list, also select the next item"
        case .label: "add a label to the item, or remove one"
        case .markAll: "mark all as read"
        case .takeApart: "take a story apart; on one of its voices, take that out"
        case .join: "join with another row, on which the key is pressed next"
        case .undo: "undo"
        case .refresh: "refresh"
        case .filter: "filter as you type; in an item, search its text and comments"
        case .follow: "follow a feed"
        case .unfollow: "unfollow the feed"
        case .fullText: "load the full text of the item from its page"
        case .editFeed: "change the feed's name, folder, interval and stories, and whether full texts are loaded"
        case .rule: "make a rule, such as to mute the author"
        case .help: "list the keys"
        case .redraw: "draw the screen again"
        case .quit: "quit"
        }
    }
}

/// The keys of the reader's commands.
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

extension Key {
    /// Keys that always do the same: Ctrl-C and Ctrl-Z are signals, and digits open links.
    var isReserved: Bool {
        switch self {
        case .control("c"), .control("z"): true
        case .character(let character): ("1"..."9").contains(character)
        default: false
        }
    }

    /// Its name in the configuration file.
    var configurationName: String {
        switch self {
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        default: name
        }
    }

    /// Keys with names, by their names in lower case.
    private static let named: [String: Key] = {
        let keys: [Key] = [
            .character(" "), .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .tab, .backTab,
            .backspace, .delete, .escape,
        ]
        let names = keys.flatMap { [($0.configurationName.lowercased(), $0), ($0.name.lowercased(), $0)] }
        let others: [(String, Key)] = [
            ("pageup", .pageUp), ("pagedown", .pageDown), ("escape", .escape), ("return", .enter), ("del", .delete),
        ]
        return Dictionary(names + others) { first, _ in first }
    }()

    /// A key by its name in the configuration file: a character, `Ctrl-` and a letter, or a name such as `PgDn`.
    init(configured name: String) throws(ConfigurationProblem) {
        let lowercase = name.lowercased()
        if let key = Self.named[lowercase] {
            self = key
        } else if lowercase.hasPrefix("ctrl-"), let letter = lowercase.last, name.count == 6,
            ("a"..."z").contains(letter)
        {
            // What a terminal sends for these letters is the same as for a key of its own.
            let same: [Character: Key] = ["h": .backspace, "i": .tab, "j": .enter, "m": .enter]
            if let key = same[letter] {
                throw ConfigurationProblem(
                    "can't be “\(name)”: terminals send it as \(key.configurationName). Choose another key")
            }
            self = .control(letter)
        } else if name.count == 1, let character = name.first, !character.isWhitespace,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        {
            self = .character(character)
        } else {
            let names = Set(Self.named.values.map(\.configurationName)).sorted()
            let nearest = UnknownWord(name, is: "key", among: names).nearest
            throw ConfigurationProblem(
                "must be the name of a key, not “\(name)”. "
                    + (nearest.map { "Did you mean “\($0)”?" }
                        ?? "Use a character, “Ctrl-” and a letter, or one of \(names.joined(separator: ", "))"))
        }
        if isReserved { throw ConfigurationProblem("can't be “\(name)”: \(Self.reason(self))") }
    }

    private static func reason(_ key: Key) -> String {
        switch key {
        case .control("c"): "Ctrl-C always quits"
        case .control("z"): "Ctrl-Z suspends"
        default: "the digits 1 to 9 open links"
        }
    }
}

/// The available keys, in lines that fit the terminal, and the height of the box.
struct KeyHelp: Sendable {
    /// A line: the keys are empty where it continues the line above.
    struct Row: Sendable {
        let keys: String
        let summary: String
    }

    let rows: [Row]
    /// The width of the column of keys.
    let keysWidth: Int
    /// The number of visible rows.
    let height: Int

    init(_ state: ReaderState) {
        var rows = ReaderCommand.allCases.filter(state.accepts).map {
            Row(keys: state.keyMap.names($0), summary: $0.summary)
        }
        if state.focus == .item, !state.article.links.isEmpty {
            rows.append(Row(keys: "1 to 9", summary: "open a numbered link"))
        }
        keysWidth = (rows.map(\.keys.columns).max() ?? 0) + 2
        let room = max(Self.leastRoom, state.size.columns - Screen.boxFrame - keysWidth)
        self.rows = rows.flatMap { row in
            Paragraph(TerminalText(row.summary)).lines(width: room).enumerated().map {
                Row(keys: $0 == 0 ? row.keys : "", summary: $1.string)
            }
        }
        // The box has a frame.
        height = max(1, min(self.rows.count, Screen.boxHeight(state.size) - 2))
    }

    /// The least width that summaries are wrapped to, in columns.
    private static let leastRoom = 10
}
