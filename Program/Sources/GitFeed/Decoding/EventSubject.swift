import Platform
import WebText

/// The subject of an event: an issue, a pull request or a discussion.
///
/// Since October 2025 pull requests have only a number.
struct EventSubject: Decodable {
    let number: Int?
    let title: String?
    let address: String?
    let isMerged: Bool?
    let stateReason: String?
    private let pullRequest: Links?

    private struct Links: Decodable {
        let url: String?
        let page: String?

        enum CodingKeys: String, CodingKey {
            case url
            case page = "html_url"
        }
    }

    /// True if the issue links to a pull request, and so is one.
    ///
    /// In 2013 all issues had these links, with null values.
    var isPullRequest: Bool { pullRequest?.url != nil || pullRequest?.page != nil }

    enum CodingKeys: String, CodingKey {
        case number, title
        case address = "html_url"
        case isMerged = "merged"
        case stateReason = "state_reason"
        case pullRequest = "pull_request"
    }

    /// `issue #3 “Title”`, or the known parts of it.
    func named(_ noun: String, number: Int? = nil) -> String {
        guard let number = self.number ?? number else {
            return "\(noun) \(title?.ifNotBlank?.quoted ?? "without a number")"
        }
        return ["\(noun) #\(number)", title?.ifNotBlank?.quoted].compactMap { $0 }.joined(separator: " ")
    }

    /// The web page; `folder` is `issues`, `pull` or `discussions`.
    func page(in folder: String, of repository: String, on site: GitHubPageURLs, number: Int? = nil) -> URL {
        site.page(
            address, else: site.page(of: repository, (self.number ?? number).map { "\(folder)/\($0)" } ?? ""))
    }
}

/// A comment of any kind.
struct GitHubComment: Decodable {
    let address: String?
    let path: String?
    let commit: String?

    enum CodingKeys: String, CodingKey {
        case path
        case address = "html_url"
        case commit = "commit_id"
    }

    /// `commented on`, or another action on a comment.
    static func predicate(_ action: String?) -> String {
        switch action {
        case nil, "created": "commented on"
        case "edited": "edited a comment on"
        case "deleted": "deleted a comment on"
        case let action?: "\(action.words) a comment on"
        }
    }
}

extension String {
    /// The words of an action's name: `review_requested` → `review requested`.
    var words: String { replacing("_", with: " ") }
}

extension String {
    /// The text in quotation marks, on one line.
    var quoted: String { onOneLine.inQuotes }
}

/// An action on an issue, a pull request or a discussion.
struct Change: Decodable {
    let action: String
    private let label: Label?
    private let assignee: WireAccount?
    private let reviewer: WireAccount?
    private let team: Label?
    private let milestone: Milestone?

    struct Label: Decodable {
        let name: String
    }

    struct Milestone: Decodable {
        let title: String
    }

    enum CodingKeys: String, CodingKey {
        case action, label, assignee, milestone
        case reviewer = "requested_reviewer"
        case team = "requested_team"
    }

    /// The sentence about `subject`, such as `labeled issue #3 “Title” with “bug”`.
    func predicate(to subject: String) -> String {
        switch action {
        case "opened", "closed", "reopened", "merged", "edited", "deleted", "pinned", "unpinned", "locked", "unlocked",
            "transferred":
            "\(action) \(subject)"
        case "created": "started \(subject)"
        case "assigned": "assigned \(assignee?.login ?? "somebody") to \(subject)"
        case "unassigned": "unassigned \(assignee?.login ?? "somebody") from \(subject)"
        case "labeled": "labeled \(subject)" + (label.map { " with \($0.name.quoted)" } ?? "")
        case "unlabeled": "removed \(label.map { "the label \($0.name.quoted)" } ?? "a label") from \(subject)"
        case "milestoned":
            "added \(subject) to \(milestone.map { "the milestone \($0.title.quoted)" } ?? "a milestone")"
        case "demilestoned":
            "removed \(subject) from \(milestone.map { "the milestone \($0.title.quoted)" } ?? "its milestone")"
        case "review_requested": "requested a review of \(subject) from \(asked)"
        case "review_request_removed": "canceled the review request to \(asked) for \(subject)"
        case "synchronize": "pushed to \(subject)"
        case "ready_for_review": "marked \(subject) as ready for review"
        case "converted_to_draft": "converted \(subject) to a draft"
        case "enqueued": "added \(subject) to the merge queue"
        case "dequeued": "removed \(subject) from the merge queue"
        case "auto_merge_enabled": "enabled auto-merge for \(subject)"
        case "auto_merge_disabled": "disabled auto-merge for \(subject)"
        case "answered": "marked an answer to \(subject)"
        case "unanswered": "unmarked the answer to \(subject)"
        case "category_changed": "moved \(subject) to another category"
        default: "did “\(action.words)” to \(subject)"
        }
    }

    private var asked: String {
        reviewer?.login ?? team.map { "the team \($0.name)" } ?? "somebody"
    }
}
