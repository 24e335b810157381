#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What an event tells beyond who, where and when.
protocol EventPayload: Decodable, SendableMetatype {
    /// What the actor did, to stand behind the actor's name.
    var deed: String { get }

    /// The number of the pull request that it is about, if it comes without the title.
    var untitledPullRequest: Int? { get }

    /// The page for people that shows it best.
    func page(of repository: String, on site: Website) -> URL
}

extension EventPayload {
    var untitledPullRequest: Int? { nil }

    func page(of repository: String, on site: Website) -> URL { site.page(of: repository) }
}

enum EventPayloads {
    /// docs.github.com/en/rest/using-the-rest-api/github-event-types, and what it no longer lists but old data has.
    static let byType: [String: any EventPayload.Type] = [
        "CommitCommentEvent": CommitCommentPayload.self,
        "CreateEvent": CreatePayload.self,
        "DeleteEvent": DeletePayload.self,
        "DiscussionEvent": DiscussionPayload.self,
        "DiscussionCommentEvent": DiscussionCommentPayload.self,
        "ForkEvent": ForkPayload.self,
        "GollumEvent": GollumPayload.self,
        "IssueCommentEvent": IssueCommentPayload.self,
        "IssuesEvent": IssuesPayload.self,
        "MemberEvent": MemberPayload.self,
        "PublicEvent": PublicPayload.self,
        "PullRequestEvent": PullRequestPayload.self,
        "PullRequestReviewCommentEvent": PullRequestReviewCommentPayload.self,
        "PullRequestReviewEvent": PullRequestReviewPayload.self,
        "PullRequestReviewThreadEvent": PullRequestReviewThreadPayload.self,
        "PushEvent": PushPayload.self,
        "ReleaseEvent": ReleasePayload.self,
        "SponsorshipEvent": SponsorshipPayload.self,
        "WatchEvent": WatchPayload.self,
    ]
}

/// An event of a type that came after this version, or left long before it.
struct UnfamiliarPayload: EventPayload {
    let type: String

    var deed: String { "did something that this version does not know: \(type)" }
}
