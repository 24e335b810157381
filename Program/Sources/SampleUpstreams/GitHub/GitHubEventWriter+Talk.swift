/// Payloads of events about issues, releases, wiki pages and discussions, which didn't change in 2025.
extension GitHubEventWriter {
    func issues(_ action: String, _ story: Story) -> JSON {
        let labels = ["bug", "good first issue"].map { shapes.label($0, in: repository) }
        let assignee = action == "assigned" ? chosen(story) : nil
        let issue = shapes.issue(
            subject(story), in: repository, isClosed: action == "closed", labels: action == "labeled" ? labels : [],
            assignee: assignee)
        let event: JSON = ["action": .string(action), "issue": issue]
        // The label and the person are beside the issue since 2025 only.
        guard !repository.isFat else { return event }
        if action == "labeled" { return event.adding(["label": labels[0], "labels": .array(labels)]) }
        guard let assignee else { return event }
        return event.adding(["assignee": shapes.user(assignee), "assignees": [shapes.user(assignee)]])
    }

    func issueComment(_ story: Story, isPullRequest: Bool) -> JSON {
        var chance = story.chance
        return [
            "action": "created",
            "issue": shapes.issue(subject(story), in: repository, isPullRequest: isPullRequest),
            "comment": shapes.issueComment(
                Words.text(&chance), by: story.actor, on: story.number, in: repository, date: story.date),
        ]
    }

    func release(_ story: Story) -> JSON {
        var chance = story.chance
        let repo = "\(shapes.api)/repos/\(repository.fullName)"
        let tag = "v\(story.number / 100).\(story.number % 100).0"
        let id = story.number * 19
        let notes = chance.happens(onceIn: 3) ? nil : Words.text(&chance)
        return [
            "action": "published",
            "release": [
                "url": "\(repo)/releases/\(id)",
                "assets_url": "\(repo)/releases/\(id)/assets",
                "upload_url": "\(repo)/releases/\(id)/assets{?name,label}",
                "html_url": "\(shapes.web)/\(repository.fullName)/releases/tag/\(tag)",
                "id": .int(id),
                "author": shapes.user(story.actor),
                "node_id": .string(shapes.nodeID("RE", id)),
                "tag_name": .string(tag),
                "target_commitish": "main",
                "name": chance.happens(onceIn: 3) ? .null : .string("The \(chance.one(of: Words.things)) release"),
                "draft": false,
                "prerelease": .bool(chance.happens(onceIn: 4)),
                "immutable": false,
                "created_at": .string(story.date),
                "published_at": .string(story.date),
                "assets": [],
                "tarball_url": "\(repo)/tarball/\(tag)",
                "zipball_url": "\(repo)/zipball/\(tag)",
                "body": .optional(notes),
                "short_description_html": .optional(notes.map { "<p>\($0.count) letters</p>" }),
                "is_short_description_html_truncated": false,
            ],
        ]
    }

    func gollum(_ story: Story) -> JSON {
        var chance = story.chance
        return [
            "pages": .array(
                (0..<chance.number(1..<3)).map { index in
                    let name = "The-" + chance.one(of: Words.things)
                    return [
                        "page_name": .string(name),
                        "title": .string(name),
                        "summary": .null,
                        "action": index == 0 ? "edited" : "created",
                        "sha": .string(chance.hex(40)),
                        "html_url": "\(shapes.web)/\(repository.fullName)/wiki/\(name)",
                    ]
                })
        ]
    }

    /// Announced and delivered, but no example is known; this follows the documentation of discussions.
    func discussion(_ story: Story) -> JSON {
        let subject = subject(story)
        let page = "\(shapes.web)/\(repository.fullName)/discussions/\(subject.number)"
        return [
            "action": "created",
            "discussion": [
                "id": .int(story.number * 23),
                "node_id": .string(shapes.nodeID("D", story.number * 23)),
                "number": .int(subject.number),
                "title": .string(subject.title),
                "body": .optional(subject.body),
                "user": shapes.user(subject.author),
                "state": "open",
                "locked": false,
                "comments": 0,
                "html_url": .string(page),
                "created_at": .string(story.date),
                "updated_at": .string(story.date),
                "author_association": "NONE",
            ],
        ]
    }
}
