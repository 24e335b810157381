/// A key press as a terminal in raw mode reports it.
enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter with Ctrl held, in lower case. While the terminal turns keys into signals, Ctrl-C arrives as SIGINT instead.
    case control(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case enter, tab, backTab, backspace, delete, escape
}
