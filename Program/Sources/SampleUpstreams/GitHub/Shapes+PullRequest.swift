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
