import Platform
import WebText

/// A comment on a commit.
struct CommitCommentPayload: EventPayload {
    private let action: String?
    private let comment: GitHubComment

    var predicate: String {
        let commit = comment.commit.map { "commit \($0.prefix(7))" } ?? "a commit"
        return "\(GitHubComment.predicate(action)) \(commit)"
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(comment.address, else: site.page(of: repository, comment.commit.map { "commit/\($0)" } ?? ""))
    }
}

/// An action on a discussion.
struct DiscussionPayload: EventPayload {
    private let change: Change
    private let discussion: Subject

    private enum CodingKeys: String, CodingKey {
        case discussion
    }

    init(from decoder: any Decoder) throws {
        change = try Change(from: decoder)
        discussion = try decoder.container(keyedBy: CodingKeys.self).decode(Subject.self, forKey: .discussion)
    }

    var predicate: String { change.predicate(to: discussion.named("discussion")) }

    func page(of repository: String, on site: Website) -> URL {
        discussion.page(in: "discussions", of: repository, on: site)
    }
}

/// A comment on a discussion.
struct DiscussionCommentPayload: EventPayload {
    private let action: String?
    private let discussion: Subject
    private let comment: GitHubComment?

    var predicate: String { "\(GitHubComment.predicate(action)) \(discussion.named("discussion"))" }

    func page(of repository: String, on site: Website) -> URL {
        site.page(comment?.address, else: discussion.page(in: "discussions", of: repository, on: site))
    }
}

/// Wiki pages were created or edited.
struct GollumPayload: EventPayload {
    private let pages: [Page]

    private struct Page: Decodable {
        let title: String
        let action: String?
        let address: String?

        enum CodingKeys: String, CodingKey {
            case title, action
            case address = "html_url"
        }
    }

    var predicate: String {
        guard let first = pages.first else { return "edited the wiki" }
        let actions = Set(pages.map { $0.action ?? "edited" })
        let action = actions.count == 1 ? actions.first?.words ?? "edited" : "wrote"
        let others =
            switch pages.count - 1 {
            case 0: ""
            case 1: " and 1 other"
            case let count: " and \(count) others"
            }
        return "\(action) the wiki page \(first.title.onOneLine)\(others)"
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(pages.first?.address, else: site.page(of: repository, "wiki"))
    }
}
