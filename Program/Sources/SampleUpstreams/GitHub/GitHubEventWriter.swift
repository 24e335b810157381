import Platform
import WebText

/// Encodes a repository's events like the API.
struct GitHubEventWriter: Sendable {
    let repository: Repository
    let schedule: EventSchedule
    let shapes: Shapes

    init(_ repository: Repository, shapes: Shapes) {
        self.repository = repository
        self.shapes = Shapes(world: shapes.world, api: shapes.api, isOld: repository.isFat)
        schedule = EventSchedule(repository: repository, world: shapes.world)
    }

    func actor(of ordinal: Int) -> Person {
        var chance = SeededRandom(shapes.world.seed, "event " + repository.fullName, ordinal)
        return Person.any(&chance)
    }

    func event(_ ordinal: Int) -> JSON {
        let kind = EventKind.of(ordinal)
        var chance = SeededRandom(shapes.world.seed, "event " + repository.fullName, ordinal)
        let actor = Person.any(&chance)
        // Data from before about 2014 lacks the display name.
        let hasDisplayLogin = !repository.isFat || ordinal % 5 != 0
        let story = Story(
            ordinal: ordinal, actor: actor, date: schedule.date(of: ordinal).internetDateTime, chance: chance)
        let event: JSON = [
            "id": .string(String(schedule.id(of: ordinal))),
            "type": .string(kind.type),
            "actor": shapes.actor(actor, displayLogin: hasDisplayLogin),
            "repo": [
                "id": .int(repository.id), "name": .string(repository.fullName),
                "url": "\(shapes.api)/repos/\(repository.fullName)",
            ],
            "payload": payload(kind, story),
            "public": .bool(!repository.isPrivate),
            "created_at": .string(story.date),
        ]
        guard repository.owner.kind == .organization else { return event }
        return event.adding(["org": shapes.actor(repository.owner, displayLogin: false)])
    }

    /// The parts that the payloads of an event share.
    struct Story {
        let ordinal: Int
        let actor: Person
        let date: String
        var chance: SeededRandom

        /// The number of its issue or pull request.
        var number: Int { 1 + (ordinal + 10_000) % 900 }
    }

    private func payload(_ kind: EventKind, _ story: Story) -> JSON {
        switch kind {
        case .push: push(story, isNewBranch: false)
        case .newBranchPush: push(story, isNewBranch: true)
        case .watch: ["action": "started"]
        case .create(let ref): create(ref, story)
        case .delete(let isTag): delete(isTag: isTag, story)
        case .fork: fork(story)
        case .pullRequest(let action): pullRequest(action, story)
        case .review: review(story)
        case .reviewComment: reviewComment(story)
        case .issues(let action): issues(action, story)
        case .issueComment(let isPullRequest): issueComment(story, isPullRequest: isPullRequest)
        case .release: release(story)
        case .member: ["member": shapes.user(chosen(story)), "action": "added"]
        case .publicized: [:]
        case .gollum: gollum(story)
        case .commitComment: commitComment(story)
        case .discussion: discussion(story)
        case .tide: ["action": "rising", "height": .number("2.4"), "harbour": .string(repository.name)]
        }
    }

    func chosen(_ story: Story) -> Person {
        var chance = story.chance
        return chance.one(of: Person.all)
    }

    func subject(_ story: Story) -> Shapes.IssueSubject { subject(story.number, at: story.date) }

    func subject(_ number: Int, at date: String) -> Shapes.IssueSubject {
        var chance = SeededRandom(shapes.world.seed, "matter " + repository.fullName, number)
        let author = chance.one(of: Person.all)
        let title = Words.title(&chance)
        let body = chance.happens(onceIn: 6) ? nil : Words.text(&chance)
        return Shapes.IssueSubject(number: number, title: title, author: author, body: body, date: date)
    }
}

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
