/// A pull request whose title is fetched on its own: since October 2025 GitHub's events don't contain it.
public struct PullRequest: Sendable, Hashable, Codable {
    /// `owner/name`.
    public let repository: String
    /// The number in its repository.
    public let number: Int
    /// The title; nil until it is fetched, empty if GitHub has none.
    public internal(set) var title: String?

    /// A pull request whose title isn't known.
    public init(repository: String, number: Int) {
        self.repository = repository
        self.number = number
    }
}

extension GitHubItem {
    /// The item with the title of its pull request in its sentence.
    func titled(_ title: String) -> GitHubItem {
        guard var pullRequest, pullRequest.title == nil else { return self }
        pullRequest.title = title
        let name = "pull request #\(pullRequest.number)"
        let sentence =
            title.isEmpty ? self.title : self.title.replacing(name, with: "\(name) \(title.quoted)", maxReplacements: 1)
        return GitHubItem(
            id: id, type: type, title: sentence, url: url, repository: repository, date: date, author: author,
            pullRequest: pullRequest)
    }
}
