/// What can be done to an issue, a pull request or a discussion, by the name of the action.
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
    func deed(to subject: String) -> String {
        switch action {
        case "opened", "closed", "reopened", "merged", "edited", "deleted", "pinned", "unpinned", "locked", "unlocked",
            "transferred":
            "\(action) \(subject)"
        case "created": "started \(subject)"
        case "assigned": "assigned \(assignee?.login ?? "somebody") to \(subject)"
        case "unassigned": "took \(assignee?.login ?? "somebody") off \(subject)"
        case "labeled": "labeled \(subject)" + (label.map { " with \($0.name.quoted)" } ?? "")
        case "unlabeled": "took \(label.map { "the label \($0.name.quoted)" } ?? "a label") off \(subject)"
        case "milestoned":
            "added \(subject) to \(milestone.map { "the milestone \($0.title.quoted)" } ?? "a milestone")"
        case "demilestoned":
            "took \(subject) off \(milestone.map { "the milestone \($0.title.quoted)" } ?? "its milestone")"
        case "review_requested": "asked \(asked) to review \(subject)"
        case "review_request_removed": "no longer asks \(asked) to review \(subject)"
        case "synchronize": "pushed to \(subject)"
        case "ready_for_review": "marked \(subject) as ready for review"
        case "converted_to_draft": "made \(subject) a draft"
        case "enqueued": "put \(subject) into the merge queue"
        case "dequeued": "took \(subject) out of the merge queue"
        case "auto_merge_enabled": "set \(subject) to merge by itself"
        case "auto_merge_disabled": "no longer lets \(subject) merge by itself"
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
