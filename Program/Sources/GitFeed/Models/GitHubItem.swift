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
    /// The date of the event, in whole seconds; nil for a repository of a list.
    package let date: Date?
    /// The actor, or the owner of the repository.
    package let author: Author?
    /// The pull request of an event that GitHub sends without the title.
    package let pullRequest: PullRequest?
    /// The text in Markdown, such as a comment or a release's notes; at most 4,000 bytes.
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

/// A pull request whose title must be fetched: since October 2025 GitHub's events don't contain it.
package struct PullRequest: Sendable, Hashable, Codable {
    /// `owner/name`.
    package let repository: String
    /// The pull request's number.
    package let number: Int
    /// The title; nil until it is fetched, empty if there is none.
    package internal(set) var title: String?
    /// The author's text in Markdown, at most 4,000 bytes; fetched with the title.
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

/// GitHub's event types with their names.
struct EventType: Hashable {
    /// The API's name: `PushEvent`.
    let type: String

    /// The singular.
    var name: String { Self.words[type]?.one ?? type }
    /// The plural.
    var plural: String { Self.words[type]?.many ?? type }

    /// The types to filter by, most frequent first.
    static let all = [
        "PushEvent", "PullRequestEvent", "IssuesEvent", "IssueCommentEvent", "PullRequestReviewEvent",
        "PullRequestReviewCommentEvent", "ReleaseEvent", "WatchEvent", "ForkEvent", "CreateEvent", "DeleteEvent",
        "CommitCommentEvent", "DiscussionEvent", "DiscussionCommentEvent", "GollumEvent", "MemberEvent", "PublicEvent",
    ].map(EventType.init)

    private static let words: [String: (one: String, many: String)] = [
        "PushEvent": ("push", "Pushes"),
        "PullRequestEvent": ("pull request", "Pull requests"),
        "IssuesEvent": ("issue", "Issues"),
        "IssueCommentEvent": ("comment", "Comments"),
        "PullRequestReviewEvent": ("review", "Reviews"),
        "PullRequestReviewCommentEvent": ("review comment", "Review comments"),
        "PullRequestReviewThreadEvent": ("review thread", "Review threads"),
        "ReleaseEvent": ("release", "Releases"),
        "WatchEvent": ("star", "Stars"),
        "ForkEvent": ("fork", "Forks"),
        "CreateEvent": ("new branch or tag", "New branches and tags"),
        "DeleteEvent": ("deleted branch or tag", "Deleted branches and tags"),
        "CommitCommentEvent": ("commit comment", "Commit comments"),
        "DiscussionEvent": ("discussion", "Discussions"),
        "DiscussionCommentEvent": ("discussion comment", "Discussion comments"),
        "GollumEvent": ("wiki", "Wiki pages"),
        "MemberEvent": ("member", "Members"),
        "PublicEvent": ("made public", "Made public"),
        "SponsorshipEvent": ("sponsorship", "Sponsorships"),
        "Repository": ("repository", "Repositories"),
    ]
}
