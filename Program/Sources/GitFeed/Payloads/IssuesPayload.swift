#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Something was done to an issue.
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

    var deed: String {
        let deed = change.deed(to: issue.named("issue"))
        guard change.action == "closed" else { return deed }
        switch issue.stateReason {
        case "not_planned": return deed + " as not planned"
        case "duplicate": return deed + " as a duplicate"
        default: return deed
        }
    }

    func page(of repository: String, on site: Website) -> URL {
        issue.page(in: "issues", of: repository, on: site)
    }
}

/// Somebody commented on an issue or on a pull request, which is an issue here.
struct IssueCommentPayload: EventPayload {
    private let action: String?
    private let issue: Subject
    private let comment: Comment?

    var deed: String {
        "\(Comment.deed(action)) \(issue.named(issue.isPullRequest ? "pull request" : "issue"))"
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(
            comment?.address,
            else: issue.page(in: issue.isPullRequest ? "pull" : "issues", of: repository, on: site))
    }
}
