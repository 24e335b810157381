import Platform
import WebText

/// An action on an issue.
struct IssuesPayload: EventPayload {
    private let change: Change
    private let issue: EventSubject

    private enum CodingKeys: String, CodingKey {
        case issue
    }

    init(from decoder: any Decoder) throws {
        change = try Change(from: decoder)
        issue = try decoder.container(keyedBy: CodingKeys.self).decode(EventSubject.self, forKey: .issue)
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

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        issue.page(in: "issues", of: repository, on: site)
    }
}

/// A comment on an issue or a pull request, which GitHub treats as an issue here.
struct IssueCommentPayload: EventPayload {
    private let action: String?
    private let issue: EventSubject
    private let comment: GitHubComment?

    var predicate: String {
        "\(GitHubComment.predicate(action)) \(issue.named(issue.isPullRequest ? "pull request" : "issue"))"
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(
            comment?.address,
            else: issue.page(in: issue.isPullRequest ? "pull" : "issues", of: repository, on: site))
    }
}
