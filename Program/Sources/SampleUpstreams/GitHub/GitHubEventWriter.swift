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

    /// The actor.
    func actor(of ordinal: Int) -> Person {
        var chance = Chance(shapes.world.seed, "event " + repository.fullName, ordinal)
        return Person.any(&chance)
    }

    func event(_ ordinal: Int) -> JSON {
        let kind = EventKind.of(ordinal)
        var chance = Chance(shapes.world.seed, "event " + repository.fullName, ordinal)
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
        var chance: Chance

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
        var chance = Chance(shapes.world.seed, "matter " + repository.fullName, number)
        let author = chance.one(of: Person.all)
        let title = Words.title(&chance)
        let body = chance.happens(onceIn: 6) ? nil : Words.text(&chance)
        return Shapes.IssueSubject(number: number, title: title, author: author, body: body, date: date)
    }
}
