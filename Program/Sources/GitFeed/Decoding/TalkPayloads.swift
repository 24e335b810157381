import Platform
import WebText

/// An action on an issue.
struct IssuesPayload: EventPayload {
    private let change: Change
    private let issue: Subject

    private enum CodingKeys: String, CodingKey {
        case issue
    }

    init(from decoder: any Decoder) throws {
        change = try Change(from: decoder)
        issue = try decoder.container(keyedBy: CodingKeys.self).decode(Subject.self, forKey: .issue)
    }

    var predicate: String {
        let predicate = change.predicate(to: issue.named("issue"))
        guard change.action == "closed" else { return predicate }
        switch issue.stateReason {
        case "not_planned": return predicate + " as not planned"
        case "duplicate": return predicate + " as a duplicate"
        default: return predicate
        }
    }

    func page(of repository: String, on site: Website) -> URL {
        issue.page(in: "issues", of: repository, on: site)
    }
}

/// A comment on an issue or a pull request, which GitHub treats as an issue here.
struct IssueCommentPayload: EventPayload {
    private let action: String?
    private let issue: Subject
    private let comment: GitHubComment?

    var predicate: String {
        "\(GitHubComment.predicate(action)) \(issue.named(issue.isPullRequest ? "pull request" : "issue"))"
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(
            comment?.address,
            else: issue.page(in: issue.isPullRequest ? "pull" : "issues", of: repository, on: site))
    }
}

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
