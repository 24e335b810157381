import Platform

/// The payload of an event.
protocol EventPayload: Decodable, SendableMetatype {
    /// The action, which follows the actor's name in a sentence.
    var predicate: String { get }

    /// The number of the event's pull request, if its title is missing.
    var untitledPullRequest: Int? { get }

    /// The web page that shows the event best.
    func page(of repository: String, on site: Website) -> URL
}

extension EventPayload {
    var untitledPullRequest: Int? { nil }

    func page(of repository: String, on site: Website) -> URL { site.page(of: repository) }
}

enum EventPayloads {
    /// The types in docs.github.com/en/rest/using-the-rest-api/github-event-types, and earlier ones that old data contains.
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

/// An event of a type that this version doesn't support.
struct UnfamiliarPayload: EventPayload {
    let type: String

    var predicate: String { "triggered an event of type “\(words)”" }

    /// The type in words: `MergeQueueEntryEvent` is a "merge queue entry".
    private var words: String {
        let name = type.hasSuffix("Event") && type.count > 5 ? type.dropLast(5) : Substring(type)
        var words = ""
        for (character, last) in zip(name, [nil] + name.map(Character?.init)) {
            if character.isUppercase, last?.isUppercase == false { words += " " }
            words += character.lowercased()
        }
        return words
    }
}
