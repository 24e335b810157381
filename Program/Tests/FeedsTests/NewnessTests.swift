import Feeds
import Foundation
import FreshetHTTP
import Freshet
import News
import OurPlanet
import SampleUpstreams
import Testing

@Suite("What is new since the last showing") struct NewnessTests {
    @Test("is nothing at the first look")
    func first() async throws {
        try await Scene.run { scene in
            let state = try await scene.repository().last()
            #expect(state.new == [])
        }
    }

    @Test("is what came since the items were shown, until it is shown")
    func since() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            let first = try await feed.last()
            try feed.markShown(first.items)
            scene.advance(300)
            let second = try await feed.last()
            #expect(!second.new.isEmpty && second.new == second.ids.filter { !first.ids.contains($0) })
            #expect(try await feed.last(.offline).new == second.new)
            try feed.markShown(second.items)
            #expect(try await feed.last(.offline).new == [])
        }
    }

    @Test("is not what is older than all that was known")
    func older() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            try feed.markShown(try await feed.last().items)
            let state = try await feed.last(limit: 130)
            #expect(state.items.count == 130 && state.new == [])
        }
    }

    @Test("is not what a limit left out of the last showing")
    func leftOut() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            try feed.markShown(try await feed.last())
            scene.advance(3600)
            let state = try await feed.last(limit: 2)
            #expect(state.new.count == 2 && state.newTotal > 2)
            try feed.markShown(state)
            let more = try await feed.last(limit: 50, .offline)
            #expect(more.new == [] && more.newTotal == 0)
        }
    }

    @Test("is only what was seen where no more than that is marked")
    func marksAlone() async throws {
        try await Scene.run { scene in
            let feed = scene.repository()
            try feed.markShown(try await feed.last().items)
            scene.advance(3600)
            let state = try await feed.last()
            try feed.markShown(Array(state.items.prefix(1)))
            #expect(try await feed.last(.offline).new == Array(state.new.dropFirst()))
        }
    }

    @Test("is of a longer part of a list only what was posted since, while it arrives, too")
    func longerList() async throws {
        try await Scene.run { scene in
            let feed = Feed.news(.top, scene.environment())
            let first = try await feed.last(limit: 30)
            try feed.markShown(first)
            scene.advance(300)
            let states = try await feed.states(limit: 200)
            let last = try #require(states.last)
            let posted = try #require(first.fetchedAt)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let top = Set(try await news.ids(of: .top).value.prefix(30).map(String.init))
            let expected = last.items.filter { $0.item.date > posted || top.contains($0.item.feedID) }
                .map(\.item.feedID).filter { !first.ids.contains($0) }
            #expect(last.items.count > 150 && last.new == expected)
            #expect(states.allSatisfy { Set($0.new).isSubset(of: expected) })
        }
    }

    @Test("is nothing that more days alone have brought, whether the category is asked for or all of them")
    func moreDays() async throws {
        try await Scene.run { scene in
            let few = Feed.planet(category: "wildfires", days: 10, scene.environment())
            let before = try await few.last(limit: 1000)
            try few.markShown(before)
            let many = Feed.planet(category: "wildfires", days: 100, scene.environment())
            let more = try await many.last(limit: 1000)
            #expect(more.items.count > before.items.count && more.new == [])
            try await Feed.planet(days: 360, scene.environment()).last()
            let all = Feed.planet(category: "wildfires", days: 360, scene.environment())
            let most = try await all.last(limit: 1000, .offline)
            #expect(most.items.count > more.items.count && most.new == [])
        }
    }
}
