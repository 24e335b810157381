import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import News
import SampleUpstreams
import Testing

@Suite("Hacker News") struct NewsTests {
    @Test("A list grows story by story, the newest first")
    func grows() async throws {
        try await Scene.run { scene in
            let states = try await Subject.news(.top, scene.environment()).states(limit: 60, order: .newest)
            #expect(states.compactMap(\.progress).map(\.done) == Array(0...60))
            #expect(states.allSatisfy { $0.dates == $0.dates.sorted(by: >) })
            #expect(zip(states, states.dropFirst()).allSatisfy { $0.items.count <= $1.items.count })
            let last = try #require(states.last)
            #expect(last.freshness == .fresh && last.items.count + last.skipped == 60)
        }
    }

    @Test("A list has sixteen requests for stories in flight, and no more")
    func inFlight() async throws {
        try await Scene.run { scene in
            scene.control.fail("/news/v0/item/", with: .hang)
            let load = Subject.news(.top, scene.environment()).load(FeedRequest(limit: 60)).subscribe()
            #expect(await eventually { scene.control.requests(to: "/news/v0/item/").count == 16 })
            // Any other request would have been made by this time.
            _ = try await Subject.news(.ask, scene.environment()).states(limit: 1, .offline)
            #expect(scene.control.maximumInFlight(.news) == 16)
            load.dispose()
        }
    }

    @Test("A list requests its ids, then the changed ids, then only new and changed stories")
    func warm() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.new, scene.environment())
            let known = Set(try await feed.last(limit: 40).ids)
            scene.advance(240)
            scene.control.resetLog()
            let stories = try await feed.last(limit: 40).all(Story.self)
            let asked = scene.control.requests.map(\.path)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let changed = try await news.updates().value
            let wanted = try await news.ids(of: .new).value.prefix(40)
                .filter { !known.contains(String($0)) || changed.contains($0) }
            #expect(asked.prefix(2) == ["/news/v0/newstories.json", "/news/v0/updates.json"])
            // A poll has three options.
            let options = 3 * stories.count { $0.type == "poll" && wanted.contains($0.id) }
            #expect(Set(asked.dropFirst(2)).isSuperset(of: wanted.map { "/news/v0/item/\($0).json" }))
            #expect(asked.count == wanted.count + options + 2 && (1..<40).contains(wanted.count))
        }
    }

    @Test("A list keeps a longer part for one reader while another refreshes a shorter part")
    func twoLimits() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            let long = try await feed.last(limit: 100)
            scene.advance(60)
            let short = try await feed.last(limit: 20)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let ids = try await news.ids(of: .top).value.map(String.init)
            #expect(Set(short.ids).isSubset(of: ids.prefix(20)) && short.items.count + short.skipped >= 20)
            #expect(try await feed.last(limit: 100, .offline).items.count >= long.items.count - 5)
            scene.control.resetLog()
            #expect(try await feed.last(limit: 100).deferral != nil)
            #expect(scene.control.requests.isEmpty)
            scene.advance(1801)
            try await feed.last(limit: 20)
            #expect(try await feed.last(limit: 100, .offline).items.count <= 20)
        }
    }

    @Test("A list requests the longer part again after only a shorter one was refreshed for a long time")
    func reminder() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            try await feed.last(limit: 60)
            scene.advance(1201)
            try await feed.last(limit: 20)
            #expect(try await feed.last(limit: 60).deferral == nil)
            scene.advance(700)
            try await feed.last(limit: 20)
            #expect(try await feed.last(limit: 60, .offline).items.count > 40)
        }
    }

    @Test("A list takes a story from another list that has it")
    func otherList() async throws {
        try await Scene.run { scene in
            let top = Set(try await Subject.news(.top, scene.environment()).last(limit: 200).ids)
            scene.control.resetLog()
            let best = try await Subject.news(.best, scene.environment()).last(limit: 50)
            let asked = scene.control.requests(to: "/news/v0/item/").map(\.path)
            #expect(asked.count < 50 && best.items.count > 40 && !top.isDisjoint(with: best.ids))
        }
    }

    @Test("A list requests all stories if the changed ids are unavailable, and those fetched long ago")
    func allAgain() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.show, scene.environment())
            try await feed.last(limit: 5)
            scene.control.fail("/news/v0/updates", with: .status(500), times: 1)
            scene.advance(10)
            try await feed.last(limit: 5, .forced)
            #expect(scene.control.requests(to: "/news/v0/item/").count == 10)
            scene.advance(3600)
            try await feed.last(limit: 5)
            #expect(scene.control.requests(to: "/news/v0/item/").count == 15)
        }
    }

    @Test("A list that fails makes one request, and none before the next one is allowed")
    func listFails() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.ask, scene.environment())
            let before = try await feed.last(limit: 5)
            scene.control.resetLog()
            #expect(try await feed.last(limit: 5).deferral?.rule == .spacing)
            #expect(scene.control.requests.count == 0)
            scene.advance(31)
            scene.control.fail("/news/v0/askstories", with: .status(500))
            let state = try await feed.last(limit: 5)
            #expect(state.freshness.error?.kind == "status" && state.ids == before.ids)
            #expect(scene.control.requests.count == 1)
        }
    }

    @Test("A list counts stories that are null, deleted, dead or fail, and shows the others")
    func skipped() async throws {
        try await Scene.run { scene in
            // The newest is number -1 of the sample, and of the hundred before the start three are not there.
            scene.control.fail("/news/v0/item/\(41_000_000 - 64).json", with: .status(500))
            let state = try await Subject.news(.new, scene.environment()).last(limit: 95)
            let error = try #require(state.freshness.error)
            #expect(state.skipped == 3 && state.items.count == 91)
            #expect(error.kind == "partial" && error.message.hasPrefix("1 of 95 stories") && error.remedy == .tryLater)
        }
    }

    @Test("A list keeps the rank and the stored form of a story that fails, and is stale")
    func failingKept() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            let before = try await feed.last(limit: 30)
            scene.advance(3600)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let top = try await news.ids(of: .top).value.prefix(30).map(String.init)
            for id in before.ids.prefix(20) { scene.control.fail("/news/v0/item/\(id).json", with: .status(500)) }
            let after = try await feed.last(limit: 30)
            #expect(after.freshness.error?.kind == "partial")
            #expect(Set(before.ids.prefix(20)).intersection(top).isSubset(of: after.ids))
            #expect(after.ids == top.filter { after.ids.contains($0) })
        }
    }

    @Test("A list keeps the stored form of a story that isn't available or can't be read", arguments: ["null", "[7]"])
    func unavailableKept(answer: String) async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            let before = try await feed.last(limit: 30)
            let list = try await HackerNews(transport: scene.client, baseURL: scene.sample.newsURL).ids(of: .top).value
            scene.control.fail("/news/v0/topstories", with: .status(200, body: "\(list)"))
            let id = try #require(before.ids.first)
            scene.control.fail("/news/v0/item/\(id).json", with: .status(200, body: answer))
            // Everything is requested again.
            scene.advance(3600)
            let after = try await feed.last(limit: 30)
            #expect(after.ids.contains(id) && after.freshness == .fresh && after.skipped > 0)
        }
    }

    @Test("A list is in the front page's order, and newest first or by points on request")
    func orders() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            let ranked = try await feed.last(limit: 60)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let ids = try await news.ids(of: .top).value.prefix(60).map(String.init)
            #expect(ranked.ids == ids.filter { ranked.ids.contains($0) })
            #expect(ranked.items.compactMap(\.rank) == ranked.items.compactMap(\.rank).sorted())
            let newest = try await feed.last(limit: 60, .offline, order: .newest)
            #expect(newest.dates == newest.dates.sorted(by: >) && Set(newest.ids) == Set(ranked.ids))
            let scores = try await feed.last(limit: 60, .offline, order: .largest).all(Story.self).map {
                $0.score ?? -1
            }
            #expect(scores == scores.sorted(by: >))
        }
    }

    @Test("A list is stale if no story is available, and can be refreshed immediately")
    func allFail() async throws {
        try await Scene.run { scene in
            scene.control.fail("/news/v0/item/", with: .status(500))
            let feed = Subject.news(.new, scene.environment())
            let state = try await feed.last(limit: 5)
            #expect(state.freshness.error?.kind == "status")
            scene.control.clear()
            #expect(try await feed.last(limit: 5).freshness == .fresh)
        }
    }

    @Test("A list requests no further story after a limit")
    func limited() async throws {
        try await Scene.run { scene in
            scene.control.fail("/news/v0/item/", with: .rateLimitedSecondary(retryAfter: 600))
            let state = try await Subject.news(.new, scene.environment()).last(limit: 300)
            #expect(state.freshness.error?.kind == "rateLimited")
            #expect(scene.control.requests(to: "/news/v0/item/").count < 60)
        }
    }

    @Test("A list hides a story that left it, and keeps it stored")
    func fellOff() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.new, scene.environment())
            let before = try await feed.last(limit: 10)
            scene.advance(600)
            let after = try await feed.last(limit: 10)
            #expect(Set(after.ids).isDisjoint(with: before.ids) && after.total == after.items.count)
            #expect(try scene.store.items(of: feed.key, ids: before.ids).map(\.id) == before.ids)
        }
    }

    @Test("A list requests more stories than before even if it is fresh")
    func more() async throws {
        try await Scene.run { scene in
            let feed = Subject.news(.top, scene.environment())
            try await feed.last(limit: 10)
            let state = try await feed.last(limit: 30)
            #expect(state.items.count + state.skipped == 30 && state.deferral == nil)
            #expect(try await feed.last(limit: 20).deferral != nil)
        }
    }
}
