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

extension Shapes {
    /// The commits of a pull request.
    struct Branches: Sendable {
        let head: String
        let headSHA: String
        let baseSHA: String
    }

    /// A pull request in events since October 2025: without title and page.
    func thinPullRequest(_ number: Int, _ branches: Branches, in repository: Repository) -> JSON {
        let repo: JSON = [
            "id": .int(repository.id), "url": "\(api)/repos/\(repository.fullName)", "name": .string(repository.name),
        ]
        return [
            "url": "\(api)/repos/\(repository.fullName)/pulls/\(number)",
            "id": .int(repository.id * 200 + number),
            "number": .int(number),
            "head": ["ref": .string(branches.head), "sha": .string(branches.headSHA), "repo": repo],
            "base": ["ref": "main", "sha": .string(branches.baseSHA), "repo": repo],
        ]
    }

    /// A pull request in earlier events: complete.
    func fatPullRequest(
        _ subject: IssueSubject, _ branches: Branches, in repository: Repository, stars: Int, isClosed: Bool,
        isMerged: Bool
    ) -> JSON {
        let repo = "\(api)/repos/\(repository.fullName)"
        let url = "\(repo)/pulls/\(subject.number)"
        let issue = "\(repo)/issues/\(subject.number)"
        let page = "\(web)/\(repository.fullName)/pull/\(subject.number)"
        let end: JSON = isClosed ? .string(subject.date) : .null
        let head: JSON = [
            "url": .string(url),
            "id": .int(repository.id * 200 + subject.number),
            "node_id": .string(nodeID("PR", subject.number)),
            "html_url": .string(page),
            "diff_url": "\(page).diff",
            "patch_url": "\(page).patch",
            "issue_url": .string(issue),
            "number": .int(subject.number),
            "state": isClosed ? "closed" : "open",
            "locked": false,
            "title": .string(subject.title),
            "user": user(subject.author),
            "body": .optional(subject.body),
            "created_at": .string(subject.date),
            "updated_at": .string(subject.date),
            "closed_at": end,
            "merged_at": isMerged ? end : .null,
            "merge_commit_sha": .string(branches.headSHA),
            "assignee": .null,
            "assignees": [],
            "requested_reviewers": [],
            "requested_teams": [],
            "labels": [],
            "milestone": .null,
            "draft": false,
        ]
        let links: JSON = [
            "commits_url": "\(url)/commits",
            "review_comments_url": "\(url)/comments",
            "review_comment_url": "\(repo)/pulls/comments{/number}",
            "comments_url": "\(issue)/comments",
            "statuses_url": "\(repo)/statuses/\(branches.headSHA)",
            "head": side(branches.head, branches.headSHA, repository, stars: stars, date: subject.date),
            "base": side("main", branches.baseSHA, repository, stars: stars, date: subject.date),
            "_links": [
                "self": ["href": .string(url)], "html": ["href": .string(page)], "issue": ["href": .string(issue)],
                "comments": ["href": "\(issue)/comments"], "review_comments": ["href": "\(url)/comments"],
                "review_comment": ["href": "\(repo)/pulls/comments{/number}"], "commits": ["href": "\(url)/commits"],
                "statuses": ["href": "\(repo)/statuses/\(branches.headSHA)"],
            ],
        ]
        let tail: JSON = [
            "author_association": "CONTRIBUTOR",
            "auto_merge": .null,
            "active_lock_reason": .null,
            "merged": .bool(isMerged),
            "mergeable": .null,
            "rebaseable": .null,
            "mergeable_state": "unknown",
            "merged_by": isMerged ? user(subject.author) : .null,
            "comments": 2,
            "review_comments": 1,
            "maintainer_can_modify": false,
            "commits": 3,
            "additions": 40,
            "deletions": 12,
            "changed_files": 4,
        ]
        return head.adding(links).adding(tail)
    }

    private func side(_ ref: String, _ sha: String, _ repository: Repository, stars: Int, date: String) -> JSON {
        [
            "label": "\(repository.owner.login):\(ref)",
            "ref": .string(ref),
            "sha": .string(sha),
            "user": user(repository.owner),
            "repo": whole(repository, at: date, stars: stars),
        ]
    }
}
