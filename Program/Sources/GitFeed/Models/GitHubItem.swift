import Platform

/// An event, or a repository of a list.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct GitHubItem: Sendable, Hashable, Codable, Identifiable {
    /// `type-id`: GitHub's event ids come from two series that overlap, and don't increase with time.
    package let id: String
    /// GitHub's event type (`PushEvent`), or `Repository`.
    package let type: String
    /// A sentence on one line, such as `octocat starred the repository`; for a repository its description or name.
    package let title: String
    /// The web page.
    package let url: URL
    /// `owner/name`.
    package let repository: String
    /// When it happened, in whole seconds; nil for a repository of a list.
    package let date: Date?
    /// The actor, or the owner of the repository.
    package let author: Author?
    /// The pull request of an event that GitHub sends without the title.
    package let pullRequest: PullRequest?
    /// What was written, in Markdown, such as a comment or a release's notes; at most 4,000 bytes.
    package let body: String?

    /// Creates an item.
    package init(
        id: String, type: String, title: String, url: URL, repository: String, date: Date?, author: Author?,
        pullRequest: PullRequest? = nil, body: String? = nil
    ) {
        self.id = id
        self.type = type
        self.title = title
        self.url = url
        self.repository = repository
        self.date = date
        self.author = author
        self.pullRequest = pullRequest
        self.body = body
    }

    /// Newest first; within a second by id, so that the order is stable.
    package static func newestFirst(_ one: GitHubItem, _ other: GitHubItem) -> Bool {
        let dates = (one.date ?? .distantPast, other.date ?? .distantPast)
        return dates.0 == dates.1 ? one.id > other.id : dates.0 > dates.1
    }
}
