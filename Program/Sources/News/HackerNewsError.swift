/// What goes wrong with Hacker News beyond `HTTPError`, which keeps unreachable and unreadable apart.
public enum HackerNewsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server knows no such list: it answers `null` with status 200.
    case noSuchList(HackerNews.List)
    /// There is no such story: the number is a comment's, or nothing's.
    case noSuchStory(Int)
    /// Fewer than one story was asked for.
    case invalidLimit(Int)

    /// What was wrong and what to do.
    public var description: String {
        switch self {
        case .noSuchList(let list):
            "Hacker News has no list of \(list.rawValue) stories. Check that the base address ends in /v0."
        case .noSuchStory(let id): "Hacker News has no story number \(id)."
        case .invalidLimit(let limit):
            "\(limit) stories can't be fetched. Ask for 1 to 500."
        }
    }
}
