/// A key as a terminal in raw mode reports it.
enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter with Ctrl held, in lower case. Ctrl-C comes as the signal SIGINT, not as a key, where the terminal still makes signals of keys.
    case control(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, tab, backspace, delete, escape
}
