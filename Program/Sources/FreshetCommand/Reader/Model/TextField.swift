/// A line that the user types, with a cursor.
///
/// Its keys are those of a shell's line editor.
struct TextField: Hashable, Sendable {
    private var characters: [Character] = []
    /// The characters before the cursor.
    private(set) var cursor = 0
    private static let longest = 2_000

    /// True if the next typed text replaces the line. Moving the cursor ends that.
    private(set) var isSelected: Bool

    /// A line with the cursor at its end.
    init(_ text: String = "", isSelected: Bool = false) {
        characters = Array(text)
        cursor = characters.count
        self.isSelected = isSelected && !characters.isEmpty
    }

    var text: String { String(characters) }
    var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Edits the line or moves its cursor; false if the event does neither.
    mutating func edit(_ event: InputEvent) -> Bool {
        if isSelected, event.replacesSelection { (characters, cursor) = ([], 0) }
        let isHandled = change(event)
        if isHandled { isSelected = false }
        return isHandled
    }

    private mutating func change(_ event: InputEvent) -> Bool {
        switch event {
        case .paste(let pasted): insert(pasted)
        case .key(let key): return edit(key)
        case .mouse: return false
        }
        return true
    }

    private mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = characters.count
        case .backspace, .control("h"): delete(from: max(0, cursor - 1), to: cursor)
        case .delete, .control("d"): delete(from: cursor, to: min(characters.count, cursor + 1))
        case .control("u"): delete(from: 0, to: cursor)
        case .control("k"): delete(from: cursor, to: characters.count)
        case .control("w"): delete(from: startOfWord, to: cursor)
        default: return false
        }
        return true
    }

    /// The start of the word before the cursor, as spaces separate words.
    private var startOfWord: Int {
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        return start
    }

    private mutating func delete(from start: Int, to end: Int) {
        characters.removeSubrange(start..<end)
        cursor = start
    }

    private mutating func insert(_ typed: String) {
        // A combining mark joins the character before it, so the parts are counted together.
        let before = Array((textBeforeCursor + TerminalText(untrimmed: typed).string).prefix(Self.longest))
        let rest = characters[cursor...]
        characters = Array((before + rest).prefix(Self.longest))
        cursor = min(before.count, characters.count)
    }
}

extension InputEvent {
    /// True if it types or deletes text.
    fileprivate var replacesSelection: Bool {
        switch self {
        case .paste, .key(.character), .key(.backspace), .key(.delete), .key(.control("h")), .key(.control("d")): true
        case .key, .mouse: false
        }
    }
}
