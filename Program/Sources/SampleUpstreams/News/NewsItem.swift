import Platform

/// Encodes items like the API: keys in alphabetical order, and only those that an item has.
enum NewsItem {
    static func story(_ story: NewsStory, at now: Date) -> JSON {
        var chance = story.chance("item")
        let time = JSON.int(Int(story.date.timeIntervalSince1970))
        let id = JSON.int(story.id)
        let score = JSON.int(story.score(at: now))
        switch story.kind {
        case .missing: return .null
        case .deleted: return ["deleted": true, "id": id, "time": time, "type": "story"]
        case .dead:
            return ["by": .string(story.author), "dead": true, "id": id, "score": score, "time": time, "type": "story"]
        case .job, .jobWithoutAddress:
            let hasAddress = story.kind == .job
            return .present([
                ("by", .string(story.author)), ("id", id), ("score", 1),
                ("text", hasAddress ? nil : .string(NewsWords.text(&chance))), ("time", time),
                ("title", "Harbourworks (W26) is hiring people who like \(NewsWords.subject(&chance))"),
                ("type", "job"),
                ("url", hasAddress ? .string(NewsWords.url(&chance, story.id)) : ""),
            ])
        case .poll: return poll(story, score: score, time: time, at: now)
        case .link, .ask, .show, .entities, .bare:
            let kids = story.kids(of: 0, at: now)
            let hasText = story.kind == .ask || (story.kind == .show && story.ordinal % 3 == 0)
            return .present([
                ("by", .string(story.author)), ("descendants", .int(story.descendants(at: now))), ("id", id),
                ("kids", kids.isEmpty ? nil : .array(kids.map(JSON.int))), ("score", score),
                ("text", hasText ? .string(NewsWords.text(&chance)) : nil), ("time", time),
                ("title", .string(title(story, &chance))), ("type", "story"),
                ("url", story.kind == .ask || story.kind == .bare ? nil : .string(NewsWords.url(&chance, story.id))),
            ])
        }
    }

    private static func title(_ story: NewsStory, _ chance: inout Chance) -> String {
        switch story.kind {
        case .ask: "Ask HN: What do you know about \(NewsWords.subject(&chance))?"
        case .show: "Show HN: \(NewsWords.subject(&chance)), made at home"
        case .entities: "Tides &amp; moons: &quot;why &#x27;2 &lt; 3&#x27; is hard&quot; – 潮の話"
        case .bare: "Ring the \u{7}bell \u{1B}[2Jtwice"
        default: NewsWords.title(&chance)
        }
    }

    private static func poll(_ story: NewsStory, score: JSON, time: JSON, at now: Date) -> JSON {
        let kids = story.kids(of: 0, at: now)
        let parts = (0..<3).map { JSON.int(story.id + NewsStory.mostComments + 1 + $0) }
        return .present([
            ("by", .string(story.author)), ("descendants", .int(story.descendants(at: now))), ("id", .int(story.id)),
            ("kids", kids.isEmpty ? nil : .array(kids.map(JSON.int))), ("parts", .array(parts)), ("score", score),
            ("time", time), ("title", "Poll: When do you look at the tide tables?"), ("type", "poll"),
        ])
    }

    /// A poll's option, numbered from 0; null unless the story is a poll.
    static func option(_ number: Int, of story: NewsStory, at now: Date) -> JSON {
        guard story.kind == .poll else { return .null }
        return [
            "by": .string(story.author), "id": .int(story.id + NewsStory.mostComments + 1 + number),
            "poll": .int(story.id), "score": .int(story.score(at: now) / (number + 2)),
            "text": .string(["In the morning", "When it&#x27;s too late", "Never"][number]),
            "time": .int(Int(story.date.timeIntervalSince1970)), "type": "pollopt",
        ]
    }

    /// A comment, numbered from 1; one in 15 is deleted, one in 15 dead.
    static func comment(_ number: Int, of story: NewsStory, at now: Date) -> JSON {
        guard number <= story.descendants(at: now) else { return .null }
        var chance = story.chance("comment", number)
        let fate = chance.number(0..<15)
        let id = JSON.int(story.id + number)
        let parent = JSON.int(story.id + story.parent(ofComment: number))
        let time = JSON.int(Int(story.date(ofComment: number).timeIntervalSince1970))
        let kids = story.kids(of: number, at: now)
        let shownKids = kids.isEmpty ? nil : JSON.array(kids.map(JSON.int))
        if fate == 0 {
            return .present([
                ("deleted", true), ("id", id), ("kids", shownKids), ("parent", parent), ("time", time),
                ("type", "comment"),
            ])
        }
        return .present([
            ("by", .string(chance.one(of: NewsWords.authors))), ("dead", fate == 1 ? true : nil), ("id", id),
            ("kids", shownKids), ("parent", parent),
            ("text", .string(fate == 1 ? "[dead]" : NewsWords.text(&chance))), ("time", time), ("type", "comment"),
        ])
    }
}
