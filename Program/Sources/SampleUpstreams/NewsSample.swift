import Platform

/// The Hacker News API: a Firebase database without validators.
struct NewsSample: Sample {
    static let api = UpstreamAPI.news
    static let basePath = "/news/v0"
    static let variable: String? = "FRESHET_NEWS_URL"

    private let world: World

    init(_ world: World) {
        self.world = world
    }

    func response(_ request: SampleRequest, path: [String]) -> SampleResponse {
        guard let last = path.last, last.hasSuffix(".json") else { return Self.refused }
        let names = path.dropLast() + [String(last.dropLast(5))]
        guard let value = value(Array(names), at: request.now) else { return Self.refused }
        return SampleResponse(
            200, json: value, style: request.parameters["print"] == "pretty" ? .pretty : .compact,
            headers: [("Cache-Control", "no-cache"), ("Access-Control-Allow-Origin", "*")])
    }

    /// Firebase's response for private paths.
    private static let refused = SampleResponse(401, json: ["error": "Permission denied"])

    private func value(_ path: [String], at now: Date) -> JSON? {
        switch (path.first, path.count) {
        case ("item", 2): return Int(path[1]).map { item($0, at: now) } ?? .null
        case ("user", 2): return user(path[1], at: now)
        case ("maxitem", 1): return .int(maximum(at: now))
        case ("updates", 1): return updates(at: now)
        case (let name?, 1): return list(name, at: now).map { .array($0.map { .int($0.id) }) }
        default: return nil
        }
    }

    /// The number of stories that the lists cover.
    private static let remembered = 1000

    private func newest(at now: Date) -> Int {
        guard now >= world.start else { return -1 }
        let ordinal = Int(now.timeIntervalSince(world.start) / world.pace(30))
        return NewsStory(ordinal, world: world).date <= now ? ordinal : ordinal - 1
    }

    /// Newest first.
    private func stories(at now: Date) -> [NewsStory] {
        let newest = newest(at: now)
        let oldest = max(-Self.remembered, newest - Self.remembered + 1)
        return (oldest...newest).reversed().map { NewsStory($0, world: world) }
    }

    private func list(_ name: String, at now: Date) -> [NewsStory]? {
        let stories = stories(at: now)
        switch name {
        case "newstories": return Array(stories.filter { !$0.isJob }.prefix(500))
        case "topstories": return Array(ranked(stories) { $0.heat(at: now) }.prefix(500))
        case "beststories": return Array(ranked(stories.filter { !$0.isJob }) { Double($0.score(at: now)) }.prefix(200))
        case "askstories": return Array(stories.filter { $0.kind == .ask || $0.kind == .poll }.prefix(200))
        case "showstories": return Array(stories.filter { $0.kind == .show }.prefix(200))
        case "jobstories": return Array(stories.filter(\.isJob).prefix(200))
        default: return nil
        }
    }

    private func ranked(_ stories: [NewsStory], by key: (NewsStory) -> Double) -> [NewsStory] {
        stories.map { (story: $0, key: key($0)) }
            .sorted { $0.key == $1.key ? $0.story.ordinal > $1.story.ordinal : $0.key > $1.key }.map(\.story)
    }

    private func item(_ id: Int, at now: Date) -> JSON {
        let place = id - NewsStory.firstID
        let ordinal = Int((Double(place) / Double(NewsStory.idsPerStory)).rounded(.down))
        guard ordinal >= -Self.remembered, ordinal <= newest(at: now) else { return .null }
        let story = NewsStory(ordinal, world: world)
        switch id - story.id {
        case 0: return NewsItem.story(story, at: now)
        case let number where number <= NewsStory.mostComments: return NewsItem.comment(number, of: story, at: now)
        case let number where number <= NewsStory.mostComments + 3:
            return NewsItem.option(number - NewsStory.mostComments - 1, of: story, at: now)
        default: return .null
        }
    }

    private func maximum(at now: Date) -> Int {
        let story = NewsStory(newest(at: now), world: world)
        return story.id + story.descendants(at: now)
    }

    /// The changes of the last five minutes: at most 75 items, and their authors.
    private func updates(at now: Date) -> JSON {
        let before = now.addingTimeInterval(-world.pace(300))
        let changed = stories(at: now).filter { story in
            story.date > before || story.score(at: before) != story.score(at: now)
                || story.descendants(at: before) != story.descendants(at: now)
        }.prefix(75)
        let names = changed.reduce(into: [String]()) { names, story in
            if !names.contains(story.author) { names.append(story.author) }
        }
        return [
            "items": .array(changed.map { .int($0.id) }), "profiles": .array(names.prefix(23).map(JSON.string)),
        ]
    }

    private func user(_ name: String, at now: Date) -> JSON {
        guard let number = NewsWords.authors.firstIndex(of: name) else { return .null }
        let submitted = stories(at: now).prefix(400).filter { $0.author == name }.map { JSON.int($0.id) }
        return .present([
            ("about", number % 3 == 0 ? nil : "Lives by the sea &amp; likes it.<p>Not a real person."),
            ("created", .int(1_300_000_000 + number * 7_654_321)), ("id", .string(name)),
            ("karma", .int(17 + number * 311)),
            ("submitted", submitted.isEmpty ? nil : .array(submitted)),
        ])
    }
}

extension NewsStory {
    fileprivate var isJob: Bool { kind == .job || kind == .jobWithoutAddress }

    /// The ranking by points and age.
    fileprivate func heat(at now: Date) -> Double {
        let hours = now.timeIntervalSince(date) / 3600 + 2
        return Double(score(at: now)) / (hours * hours)
    }
}

extension UpstreamAPI {
    /// Hacker News, under `/news/v0`.
    package static let news = UpstreamAPI(prefix: "news")
}

extension SampleUpstreams {
    /// The Hacker News API, in place of `https://hacker-news.firebaseio.com/v0`.
    ///
    /// Of 100 consecutive stories one is null, one deleted, one dead, one a poll, and one has entities in its title.
    package var newsURL: URL { address(NewsSample.basePath) }
}

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

    private static func title(_ story: NewsStory, _ chance: inout SeededRandom) -> String {
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
