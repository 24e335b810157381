import FeedStore
import Feeds

/// What a stream's id names.
enum StreamID: Sendable, Hashable {
    case feed(String)
    case label(String)
    case state(State)

    /// The states of items that apps read and change.
    enum State: String, Sendable, Hashable {
        case readingList = "reading-list"
        case read, unread, starred
        case keptUnread = "kept-unread"
        case trackingKeptUnread = "tracking-kept-unread"
        case broadcast, like
    }

    /// Reads a stream's id; nil for other text. The user in it is ignored.
    init?(_ text: String) {
        if text.hasPrefix("feed/") {
            self = .feed(String(text.dropFirst(5)))
            return
        }
        if let state = State(rawValue: text) {
            self = .state(state)
            return
        }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "user" else { return nil }
        if parts[2].hasPrefix("label/") {
            self = .label(String(parts[2].dropFirst(6)))
        } else if parts[2].hasPrefix("state/com.google/"), let state = State(rawValue: String(parts[2].dropFirst(17))) {
            self = .state(state)
        } else {
            return nil
        }
    }

    static func name(ofLabel folder: String) -> String { "user/-/label/" + folder }
    static func name(of state: State) -> String { "user/-/state/com.google/" + state.rawValue }
    static func name(ofFeed id: Int64) -> String { "feed/\(id)" }
}
