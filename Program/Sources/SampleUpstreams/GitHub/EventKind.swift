/// The kinds of events, in the order in which repositories repeat them.
enum EventKind: Sendable {
    case push
    case newBranchPush
    case watch
    case create(CreatedRef)
    case delete(isTag: Bool)
    case fork
    case pullRequest(action: String)
    case review
    case reviewComment
    case issues(action: String)
    case issueComment(onPullRequest: Bool)
    case release
    case member
    case publicized
    case gollum
    case commitComment
    case discussion
    /// A type that doesn't exist.
    case tide

    enum CreatedRef: String, Sendable {
        case branch, tag, repository
    }

    /// Forty in a row contain every documented type.
    static let rotation: [EventKind] = [
        .push, .watch, .issues(action: "opened"), .push, .pullRequest(action: "opened"),
        .issueComment(onPullRequest: false),
        .push, .watch, .create(.branch), .review, .push, .reviewComment, .watch, .pullRequest(action: "merged"),
        .delete(isTag: false), .release, .push, .fork, .issues(action: "labeled"), .tide, .push, .watch, .gollum,
        .create(.tag), .pullRequest(action: "closed"), .issueComment(onPullRequest: true), .newBranchPush,
        .commitComment,
        .watch, .member, .push, .issues(action: "closed"), .discussion, .create(.repository), .push,
        .delete(isTag: true),
        .issues(action: "assigned"), .publicized, .watch, .pullRequest(action: "reopened"),
    ]

    static func of(_ ordinal: Int) -> EventKind {
        rotation[((ordinal % rotation.count) + rotation.count) % rotation.count]
    }

    var type: String {
        switch self {
        case .push, .newBranchPush: "PushEvent"
        case .watch: "WatchEvent"
        case .create: "CreateEvent"
        case .delete: "DeleteEvent"
        case .fork: "ForkEvent"
        case .pullRequest: "PullRequestEvent"
        case .review: "PullRequestReviewEvent"
        case .reviewComment: "PullRequestReviewCommentEvent"
        case .issues: "IssuesEvent"
        case .issueComment: "IssueCommentEvent"
        case .release: "ReleaseEvent"
        case .member: "MemberEvent"
        case .publicized: "PublicEvent"
        case .gollum: "GollumEvent"
        case .commitComment: "CommitCommentEvent"
        case .discussion: "DiscussionEvent"
        case .tide: "TideEvent"
        }
    }

    /// Pushes and created and deleted branches have their own series of ids.
    var isInPushSeries: Bool {
        switch self {
        case .push, .newBranchPush, .create, .delete: true
        default: false
        }
    }
}
