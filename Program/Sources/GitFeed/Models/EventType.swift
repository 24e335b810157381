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
