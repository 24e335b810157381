import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import News
import Search
import Testing

@Suite("Rules on feeds")
struct RuleTests {
    @Test("Rules hide items from the moment they arrive, and count them")
    func mute() async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            try subject.environment.add([subject.environment.rule("mute kind:pushes in:github")])
            let states = try await subject.states(limit: 100)
            #expect(states.allSatisfy { state in !state.items.contains { $0.entry.kind.id == "PushEvent" } })
            let last = try #require(states.last)
            #expect(last.mutedCount > 0 && last.total == last.items.count && last.unreadCount == last.total)
            let hidden = try subject.environment.items(ItemSelection(.feed(subject.key), isMuted: true), limit: nil)
            #expect(hidden.items.count == last.mutedCount)
            #expect(hidden.items.allSatisfy { $0.shown.entry.kind.id == "PushEvent" })
            let json = try JSONSerialization.jsonObject(with: FeedDocument(feed: "x", last).json()) as? [String: Any]
            #expect(json?["mutedCount"] as? Int == last.mutedCount)
        }
    }

    @Test("Rules are listed with the number of stored items that they hide or match, which a search finds")
    func listed() async throws {
        try await Scene.run { scene in
            let subject = scene.repository(), environment = subject.environment
            try await subject.last()
            for text in [
                "mute kind:pushes", "mute kind:star OR kind:release", "highlight in:github", "save author:nobody",
                "keep kind:issues in:planet", "mark /./", "notify 10 stars in 10m",
            ] {
                try environment.add([environment.rule(text)])
            }
            for listed in try environment.listedRules(within: .seconds(6_000)) {
                guard let search = listed.rule.readableSearch else {
                    #expect(listed.items == nil && listed.matches == nil)
                    continue
                }
                let found = try environment.search(environment.query(search), order: .date, limit: 1_000)
                #expect(listed.items == found.total, "\(search)")
                if listed.rule.verb == .mute { #expect(found.total > 0 && listed.matches?.hasPrefix("hides ") == true) }
                if listed.rule.verb == .save { #expect(listed.matches == "matches no stored items") }
            }
            #expect(try environment.listedRules(within: .zero).allSatisfy { $0.items == nil })
        }
    }

    @Test("Rules match more than 1,000 stored items, of which no more are counted")
    func many() throws {
        let rule = StoredRule(id: 1, rule: try Rule(parsing: "mark tides"), createdAt: Date(timeIntervalSince1970: 0))
        let counted = [0, 1, 1_000, 1_001].map { ListedRule(rule, count: $0) }
        #expect(counted.map(\.hasMore) == [false, false, false, true] && counted.last?.items == 1_000)
        #expect(
            counted.map(\.matches) == [
                "matches no stored items", "matches 1 item", "matches 1,000 items", "matches 1,000+ items",
            ])
    }

    @Test("Rules compare measures of stored items: acres of fires and magnitudes of earthquakes aren't points")
    func measureKinds() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            for path in [
                ["planet", "wildfires"], ["planet", "severeStorms"], ["quakes", "week", "2.5"], ["news", "top"],
            ] {
                let feed = try #require(FeedCatalog.all.feed(path: path))
                for try await _ in feed.load(FeedRequest(limit: 100), in: environment).values {}
            }
            func upstreams(_ text: String) throws -> Set<String> {
                let query = try environment.query(text)
                let found = try environment.search(query, order: .date, limit: 1_000)
                let test = try environment.test(environment.rule("highlight " + text), shown: 1_000)
                #expect(test.matched == found.total)
                return Set(found.hits.map(\.item.key.scope))
            }
            #expect(try upstreams("points:>=0") == ["news"])
            #expect(try upstreams("acres:>0") == ["planet"] && upstreams("acres:>0 in:planet/severeStorms").isEmpty)
            #expect(try upstreams("magnitude:>0") == ["quakes"] && upstreams("mag:>0 in:planet").isEmpty)
        }
    }

    @Test("Rules highlight items in every list, and in documents")
    func highlight() async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            try subject.environment.add([subject.environment.rule("highlight kind:push")])
            let state = try await subject.last()
            let marked = state.items.filter(\.isHighlighted)
            #expect(!marked.isEmpty && marked.allSatisfy { $0.entry.kind.id == "PushEvent" })
            #expect(state.items.contains { !$0.isHighlighted })
        }
    }

    @Test("Rules have pasted addresses turned into the keys of their feeds")
    func addresses() throws {
        let rule = try FeedCatalog.all.rule("notify points:>3 -in:https://github.com/octocat/Hello in:news")
        #expect(rule.text == "notify points:>3 -in:github/octocat/hello in:news")
        let query = try FeedCatalog.all.query("in:https://github.com/octocat/hello x")
        #expect(query.terms.first == .init(.feed("github/octocat/hello")))
        #expect(try FeedCatalog.all.rule("mute in:https://example.org/ x").verb == .mute)
        let short = try FeedCatalog.all.rule("notify in:octocat/Hello release")
        #expect(short.text == "notify in:github/octocat/hello release")
        for path in ["github", "github/octocat", "news/top"] {
            #expect(try FeedCatalog.all.rule("mute in:\(path)").text == "mute in:\(path)")
        }
    }

    @Test("Rules are refused if in: names no feed", arguments: ["in:\"Top stories\"", "in:no/such/feed/at/all"])
    func unknownFeed(condition: String) {
        #expect(throws: SearchSyntaxError.self) { try FeedCatalog.all.rule("notify \(condition)") }
        #expect(throws: SearchSyntaxError.self) { try FeedCatalog.all.query("swift \(condition)") }
    }

    @Test("Rules preview their effect in a sentence, and as JSON")
    func test() async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            try await subject.last(limit: 100)
            let test = try subject.environment.test(subject.environment.rule("mute kind:push"), shown: 3)
            #expect(test.matched > 3 && test.hidden == test.matched && test.items.items.count == 3)
            #expect(test.sentence == "Would hide \(test.hidden) of the last \(test.tested) items.")
            #expect(test.matches == "It hides \(test.hidden) of the last \(test.tested) items.")
            let keep = try subject.environment.test(subject.environment.rule("keep nosuchword in:github"))
            #expect(keep.matches == "It hides \(keep.tested) of the last \(keep.tested) items, and keeps 0.")
            let json = try #require(try JSONSerialization.jsonObject(with: test.json()) as? [String: Any])
            #expect(json["tested"] as? Int == test.tested && json["matched"] as? Int == test.matched)
            #expect((json["items"] as? [[String: Any]])?.count == 3)
        }
    }

    @Test("A digest has the reader's own name of a feed")
    func digestNames() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let (news, site) = (Subject.news(.top, environment), scene.site("harbor"))
            try environment.follow(news.feed, FollowSettings(name: "Front page"))
            try environment.follow(site.feed, FollowSettings(name: "The quay"))
            try await news.last(limit: 5)
            try await site.last()
            let digest = try Digest(environment, since: scene.now - 10 * 86_400, until: scene.now)
            #expect(Set(digest.groups.map(\.title)) == ["Front page", "The quay"])
            let json = String(decoding: try digest.json(), as: UTF8.self)
            for text in [digest.markdown, digest.text, digest.html, json, digest.note(id: "1").body] {
                #expect(text.contains("Front page") && text.contains("The quay"))
                #expect(!text.contains("Top stories"))
            }
        }
    }

    @Test("A digest has one entry for a story, with the others that tell it")
    func stories() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let (news, site) = (Subject.news(.top, environment), scene.site("harbor"))
            try environment.follow(news.feed, FollowSettings(name: "Front [page]"))
            try environment.follow(site.feed, FollowSettings(stories: .first))
            try await news.last(limit: 5)
            try await site.last()
            func digest() throws -> Digest {
                try Digest(environment, since: scene.now - 10 * 86_400, until: scene.now)
            }
            func items(_ digest: Digest, of feed: Feed) -> [ListedItems.Item] {
                digest.groups.filter { $0.feed == feed }.flatMap { $0.items }
            }
            let apart = try digest()
            let voices = items(apart, of: news.feed).prefix(2).map { $0.key }
            let item = try #require(items(apart, of: site.feed).first)
            let change = try environment.join([item.key] + voices)
            #expect(change != nil && voices.count == 2)
            let joined = try digest()
            #expect(Set(items(joined, of: news.feed).map { $0.key }).isDisjoint(with: voices))
            let line = item.shown.entry.plainTitle + ", and 2 more: Front [page]"
            #expect(joined.text.contains(line) && joined.html.contains("and 2 more: Front [page]</li>"))
            #expect(joined.markdown.contains(", and 2 more: Front \\[page\\]"))
        }
    }

    @Test("A digest is grouped by feed: highlighted items first, then the highest scores")
    func digest() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let news = Subject.news(.top, environment), harbor = scene.repository()
            try environment.follow(harbor.feed)
            try environment.follow(news.feed)
            try await news.last(limit: 30)
            try await harbor.last()
            let digest = try Digest(environment, since: scene.now - 10 * 86_400, until: scene.now)
            #expect(digest.groups.map(\.feed) == [harbor.feed, news.feed])
            let points = digest.groups[1].items.compactMap { $0.shown.entry.measures.first?.value }
            #expect(points == points.sorted(by: >) && !points.isEmpty)
            let lowest = try #require(digest.groups[1].items.last?.shown.entry.id)
            #expect(digest.markdown.contains("## Top stories") && digest.text.contains("* "))
            #expect(digest.html.hasPrefix("<!doctype html>"))
            let json = try #require(try JSONSerialization.jsonObject(with: digest.json()) as? [String: Any])
            #expect(Set(json.keys) == ["since", "until", "groups"] && !lowest.isEmpty)
        }
    }
}
