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
            "Hacker News has no list of \(list.rawValue) stories; is the base address right, with /v0 at its end?"
        case .noSuchStory(let id): "Hacker News has no story with the number \(id)"
        case .invalidLimit(let limit):
            "\(limit) stories cannot be fetched; ask for 1 to 500"
        }
    }
}
