/// A pull request whose title must be fetched: since October 2025 GitHub's events don't contain it.
package struct PullRequest: Sendable, Hashable, Codable {
    /// `owner/name`.
    package let repository: String
    /// The pull request's number.
    package let number: Int
    /// The title; nil until it is fetched, empty if there is none.
    package internal(set) var title: String?
    /// What its author wrote, in Markdown, at most 4,000 bytes; fetched with the title.
    package internal(set) var body: String?

    /// A pull request without a known title.
    package init(repository: String, number: Int) {
        self.repository = repository
        self.number = number
    }
}

extension GitHubItem {
    /// The item with the title of its pull request in the sentence, and with its body.
    func titled(_ text: PullRequestText) -> GitHubItem {
        guard var pullRequest, pullRequest.title == nil else { return self }
        let title = text.title
        pullRequest.title = title
        pullRequest.body = text.body
        let name = "pull request #\(pullRequest.number)"
        let sentence =
            title.isEmpty ? self.title : self.title.replacing(name, with: "\(name) \(title.quoted)", maxReplacements: 1)
        return GitHubItem(
            id: id, type: type, title: sentence, url: url, repository: repository, date: date, author: author,
            pullRequest: pullRequest, body: body)
    }
}
