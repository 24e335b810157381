/// An error of Hacker News beyond `HTTPError`.
package enum HackerNewsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The list doesn't exist: the server answers `null` with status 200.
    case noSuchList(HackerNews.List)
    /// The number is a comment's, or doesn't exist.
    case noSuchStory(Int)
    /// The limit is less than 1.
    case invalidLimit(Int)

    /// What was wrong and what to do.
    package var description: String {
        switch self {
        case .noSuchList(let list):
            "Hacker News has no list of \(list.rawValue) stories. Check that the base address ends in /v0."
        case .noSuchStory(let id): "Hacker News has no story number \(id)."
        case .invalidLimit(let limit):
            "\(limit) stories aren't available. Choose 1 to 500."
        }
    }
}
