/// Payloads of events about commits, branches and pull requests, which were reduced in October 2025.
extension GitHubEventWriter {
    func push(_ story: Story, isNewBranch: Bool) -> JSON {
        var chance = story.chance
        let branch = isNewBranch ? Words.branch(&chance) : "main"
        let before = isNewBranch ? String(repeating: "0", count: 40) : chance.hex(40)
        let ids: JSON = [
            "repository_id": .int(repository.id),
            "push_id": .int(35_000_000_000 + schedule.id(of: story.ordinal) % 999_983),
        ]
        let ref: JSON = [
            "ref": "refs/heads/\(branch)", "head": .string(chance.hex(40)), "before": .string(before),
        ]
        guard repository.isFat else { return ids.adding(ref) }
        let count = chance.number(1..<24)  // the list has at most 20
        let counts: JSON = ["size": .int(count), "distinct_size": .int(count)]
        let commits = (0..<min(count, 20)).map { _ in commit(&chance, by: story.actor) }
        return ids.adding(counts).adding(ref).adding(["commits": .array(commits)])
    }

    private func commit(_ chance: inout SeededRandom, by author: Person) -> JSON {
        let sha = chance.hex(40)
        return [
            "sha": .string(sha),
            "author": ["email": "\(author.displayLogin)@mail.example", "name": .string(author.displayLogin)],
            "message": .string(Words.title(&chance)),
            "distinct": true,
            "url": "\(shapes.api)/repos/\(repository.fullName)/commits/\(sha)",
        ]
    }

    func create(_ kind: EventKind.CreatedRef, _ story: Story) -> JSON {
        var chance = story.chance
        let ref: String? =
            switch kind {
            case .branch: Words.branch(&chance)
            case .tag: "v\(story.number / 100).\(story.number % 100).0"
            case .repository: nil
            }
        return .present([
            ("ref", .optional(ref)),
            ("ref_type", .string(kind.rawValue)),
            ("full_ref", repository.isFat ? nil : .optional(ref.map { fullRef($0, isTag: kind == .tag) })),
            ("master_branch", "main"),
            ("description", .optional(repository.description)),
            ("pusher_type", "user"),
        ])
    }

    func delete(isTag: Bool, _ story: Story) -> JSON {
        var chance = story.chance
        let ref = isTag ? "v0.\(story.number % 100).0-rc" : Words.branch(&chance)
        return .present([
            ("ref", .string(ref)),
            ("ref_type", isTag ? "tag" : "branch"),
            ("full_ref", repository.isFat ? nil : .string(fullRef(ref, isTag: isTag))),
            ("pusher_type", "user"),
        ])
    }

    private func fullRef(_ ref: String, isTag: Bool) -> String { "refs/\(isTag ? "tags" : "heads")/\(ref)" }

    func fork(_ story: Story) -> JSON {
        let copy = Repository(
            id: repository.id + 50_000_000 + story.number, owner: chosen(story), name: repository.name,
            description: repository.description, language: repository.language, licence: repository.licence, stars: 0,
            age: 0)
        return .present([
            ("action", repository.isFat ? nil : "forked"),
            ("forkee", shapes.whole(copy, at: story.date, stars: 0, isFork: true)),
        ])
    }

    func pullRequest(_ action: String, _ story: Story) -> JSON {
        // Before, a merge was reported as closed, with `merged` inside.
        let isMerged = action == "merged"
        return [
            "action": .string(repository.isFat && isMerged ? "closed" : action),
            "number": .int(story.number),
            "pull_request": pullRequest(story, isClosed: isMerged || action == "closed", isMerged: isMerged),
        ]
    }

    func review(_ story: Story) -> JSON {
        var chance = story.chance
        let url = "\(shapes.api)/repos/\(repository.fullName)/pulls/\(story.number)"
        let page = "\(shapes.web)/\(repository.fullName)/pull/\(story.number)#pullrequestreview-\(story.number * 11)"
        return [
            "action": "created",
            "review": [
                "id": .int(story.number * 11),
                "node_id": .string(shapes.nodeID("PRR", story.number * 11)),
                "user": shapes.user(story.actor),
                "body": chance.happens(onceIn: 2) ? .null : .string(Words.text(&chance)),
                "commit_id": .string(chance.hex(40)),
                "submitted_at": .string(story.date),
                "state": .string(chance.one(of: ["approved", "commented", "changes_requested", "dismissed"])),
                "html_url": .string(page),
                "pull_request_url": .string(url),
                "_links": ["html": ["href": .string(page)], "pull_request": ["href": .string(url)]],
            ],
            "pull_request": pullRequest(story, isClosed: false, isMerged: false),
        ]
    }

    func reviewComment(_ story: Story) -> JSON {
        var chance = story.chance
        let repo = "\(shapes.api)/repos/\(repository.fullName)"
        let id = story.number * 13
        let page = "\(shapes.web)/\(repository.fullName)/pull/\(story.number)#discussion_r\(id)"
        let sha = chance.hex(40)
        let head: JSON = [
            "url": "\(repo)/pulls/comments/\(id)",
            "pull_request_review_id": .int(story.number * 11),
            "id": .int(id),
            "node_id": .string(shapes.nodeID("PRRC", id)),
            "diff_hunk": "@@ -1 +1 @@\n-old\n+new",
            "path": "Sources/\(chance.one(of: Words.things)).swift",
            "position": 1,
            "original_position": 1,
            "commit_id": .string(sha),
            "original_commit_id": .string(sha),
            "user": shapes.user(story.actor),
            "body": .string(Words.text(&chance)),
            "created_at": .string(story.date),
            "updated_at": .string(story.date),
            "html_url": .string(page),
            "pull_request_url": "\(repo)/pulls/\(story.number)",
        ]
        let tail: JSON = [
            "author_association": "MEMBER",
            "_links": [
                "self": ["href": "\(repo)/pulls/comments/\(id)"], "html": ["href": .string(page)],
                "pull_request": ["href": "\(repo)/pulls/\(story.number)"],
            ],
            "reactions": shapes.reactions("\(repo)/pulls/comments/\(id)"),
            "start_line": .null,
            "original_start_line": .null,
            "start_side": .null,
            "line": 1,
            "original_line": 1,
            "side": "RIGHT",
            "subject_type": "line",
        ]
        return [
            "action": "created", "comment": head.adding(tail),
            "pull_request": pullRequest(story, isClosed: false, isMerged: false),
        ]
    }

    /// A pull request by itself.
    func wholePullRequest(_ number: Int, at date: String) -> JSON {
        shapes.fatPullRequest(
            subject(number, at: date), branches(number), in: repository, stars: repository.stars, isClosed: false,
            isMerged: false)
    }

    private func branches(_ number: Int) -> Shapes.Branches {
        var chance = SeededRandom(shapes.world.seed, "branches " + repository.fullName, number)
        return Shapes.Branches(head: Words.branch(&chance), headSHA: chance.hex(40), baseSHA: chance.hex(40))
    }

    private func pullRequest(_ story: Story, isClosed: Bool, isMerged: Bool) -> JSON {
        let branches = branches(story.number)
        guard repository.isFat else { return shapes.thinPullRequest(story.number, branches, in: repository) }
        return shapes.fatPullRequest(
            subject(story), branches, in: repository, stars: repository.stars, isClosed: isClosed, isMerged: isMerged)
    }

    func commitComment(_ story: Story) -> JSON {
        var chance = story.chance
        let sha = chance.hex(40)
        let id = story.number * 17
        return [
            "comment": [
                "url": "\(shapes.api)/repos/\(repository.fullName)/comments/\(id)",
                "html_url": "\(shapes.web)/\(repository.fullName)/commit/\(sha)#commitcomment-\(id)",
                "id": .int(id),
                "node_id": .string(shapes.nodeID("CC", id)),
                "user": shapes.user(story.actor),
                "position": .null,
                "line": .null,
                "path": .null,
                "commit_id": .string(sha),
                "created_at": .string(story.date),
                "updated_at": .string(story.date),
                "body": .string(Words.text(&chance)),
            ]
        ]
    }
}
