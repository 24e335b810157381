extension Shapes {
    /// The subject of an issue, or of a pull request as an issue.
    struct IssueSubject: Sendable {
        let number: Int
        let title: String
        let author: Person
        let body: String?
        let date: String
    }

    /// An issue: complete before and after 2025, with different extra fields.
    func issue(
        _ subject: IssueSubject, in repository: Repository, isClosed: Bool = false, isPullRequest: Bool = false,
        labels: [JSON] = [], assignee: Person? = nil
    ) -> JSON {
        let repo = "\(api)/repos/\(repository.fullName)"
        let url = "\(repo)/issues/\(subject.number)"
        let page = "\(web)/\(repository.fullName)/\(isPullRequest ? "pull" : "issues")/\(subject.number)"
        let id = repository.id * 100 + subject.number
        let head: JSON = [
            "url": .string(url),
            "repository_url": .string(repo),
            "labels_url": "\(url)/labels{/name}",
            "comments_url": "\(url)/comments",
            "events_url": "\(url)/events",
            "html_url": .string(page),
            "id": .int(id),
            "node_id": .string(nodeID("I", id)),
            "number": .int(subject.number),
            "title": .string(subject.title),
            "user": user(subject.author),
            "labels": .array(labels),
            "state": isClosed ? "closed" : "open",
            "locked": false,
            "assignees": .array(assignee.map { [user($0)] } ?? []),
            "milestone": .null,
            "comments": 1,
            "created_at": .string(subject.date),
            "updated_at": .string(subject.date),
            "closed_at": isClosed ? .string(subject.date) : .null,
            "assignee": assignee.map(user) ?? .null,
        ]
        let pullRequest: JSON = [
            "pull_request": [
                "url": "\(repo)/pulls/\(subject.number)", "html_url": .string(page), "diff_url": "\(page).diff",
                "patch_url": "\(page).patch", "merged_at": .null,
            ]
        ]
        let tail: JSON = [
            "active_lock_reason": .null,
            "body": .optional(subject.body),
            "reactions": reactions(url),
            "timeline_url": "\(url)/timeline",
            "performed_via_github_app": .null,
            "state_reason": isClosed ? "completed" : .null,
        ]
        return head.adding(repository.isFat ? ["author_association": "CONTRIBUTOR"] : Self.issueFieldsOf2026)
            .adding(isPullRequest ? pullRequest : [:]).adding(tail)
            .adding(repository.isFat ? [:] : ["pinned_comment": .null])
    }

    private static let issueFieldsOf2026: JSON = [
        "issue_field_values": [],
        "type": .null,
        "sub_issues_summary": ["total": 0, "completed": 0, "percent_completed": 0],
        "issue_dependencies_summary": ["blocked_by": 0, "total_blocked_by": 0, "blocking": 0, "total_blocking": 0],
    ]

    /// A comment on an issue.
    func issueComment(_ text: String, by author: Person, on number: Int, in repository: Repository, date: String)
        -> JSON
    {
        let repo = "\(api)/repos/\(repository.fullName)"
        let id = repository.id * 1000 + number
        return [
            "url": "\(repo)/issues/comments/\(id)",
            "html_url": "\(web)/\(repository.fullName)/issues/\(number)#issuecomment-\(id)",
            "issue_url": "\(repo)/issues/\(number)",
            "id": .int(id),
            "node_id": .string(nodeID("IC", id)),
            "user": user(author),
            "created_at": .string(date),
            "updated_at": .string(date),
            "author_association": "NONE",
            "body": .string(text),
            "reactions": reactions("\(repo)/issues/comments/\(id)"),
            "performed_via_github_app": .null,
        ]
    }
}
