/// What a key does in the reader. Each has a key of its own in a ``KeyMap``.
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

    /// What it does, for the list of keys.
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
