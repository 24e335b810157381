import Platform
import WebText

/// An action on a discussion.
struct DiscussionPayload: EventPayload {
    private let change: Change
    private let discussion: EventSubject

    private enum CodingKeys: String, CodingKey {
        case discussion
    }

    init(from decoder: any Decoder) throws {
        change = try Change(from: decoder)
        discussion = try decoder.container(keyedBy: CodingKeys.self).decode(EventSubject.self, forKey: .discussion)
    }

    var predicate: String { change.predicate(to: discussion.named("discussion")) }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        discussion.page(in: "discussions", of: repository, on: site)
    }
}

/// A comment on a discussion.
struct DiscussionCommentPayload: EventPayload {
    private let action: String?
    private let discussion: EventSubject
    private let comment: GitHubComment?

    var predicate: String { "\(GitHubComment.predicate(action)) \(discussion.named("discussion"))" }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(comment?.address, else: discussion.page(in: "discussions", of: repository, on: site))
    }
}
