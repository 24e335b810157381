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
