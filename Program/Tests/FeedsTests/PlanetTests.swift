import FeedStore
import Feeds
import Foundation
import Freshet
import OurPlanet
import SampleUpstreams
import Testing

@Suite("What happens on Earth") struct PlanetTests {
    private static let api = "/eonet/api/v3/categories"

    @Test("is told category by category: the counts fill in while progress says how many are in")
    func counts() async throws {
        try await Scene.run { scene in
            let states = try await Feed.planet(days: 360, scene.environment()).states()
            let arriving = states.filter { $0.progress != nil }
            #expect(arriving.map { $0.progress?.done } == Array(0...13))
            #expect(arriving.allSatisfy { $0.progress?.total == 13 && $0.items.count == 13 })
            #expect(arriving.map { $0.items.count { $0.item.eventCount != nil } } == Array(0...13))
            let last = try #require(states.last)
            let fires = try #require(last.items.first { $0.item.id == "wildfires" }?.item)
            #expect(last.standing == .fresh && last.items.map(\.item.title) == last.items.map(\.item.title).sorted())
            #expect(try #require(fires.openCount) > 0 && fires.eventCount! > fires.openCount!)
        }
    }

    @Test("is asked for with at most four requests in flight, open events without a span, closed ones with it")
    func requests() async throws {
        try await Scene.run {
            $0.latency = .milliseconds(200)
        } _: { scene in
            try await Feed.planet(days: 90, scene.environment()).last()
            let asked = scene.control.requests.map(\.path)
            #expect(scene.control.maximumInFlight(.eonet) == 4 && asked.count == 27)
            #expect(asked.filter { $0.contains("status=open") }.allSatisfy { !$0.contains("days=") })
            #expect(asked.filter { $0.contains("status=closed") }.allSatisfy { $0.contains("days=90") })
            #expect(asked.count { $0.contains("status=open") } == 13)
        }
    }

    @Test("keeps the stored count of a category that fails, is stale then, and is asked again before its time")
    func oneFails() async throws {
        try await Scene.run { scene in
            let feed = Feed.planet(days: 360, scene.environment())
            let before = try await feed.last()
            scene.advance(1000)
            scene.control.fail(Self.api + "/floods", with: .status(503))
            let state = try await feed.last()
            #expect(
                state.items.first { $0.item.id == "floods" }?.item
                    == before.items.first { $0.item.id == "floods" }?.item)
            #expect(state.standing.error?.message.hasPrefix("1 of 13 categories") == true)
            #expect(state.fetchedAt == before.fetchedAt)
            scene.control.clear()
            scene.advance(15)
            #expect(try await feed.last().standing == .fresh)
        }
    }

    @Test("of fewer days than are stored is told without a request, of more days with one")
    func days() async throws {
        try await Scene.run { scene in
            func total(_ days: Int) async throws -> Int {
                let state = try await Feed.planet(days: days, scene.environment()).last()
                return state.items.reduce(0) { $0 + ($1.item.eventCount ?? 0) }
            }
            let month = try await total(30)
            let year = try await total(360)
            #expect(scene.control.requests.count == 54 && year > month)
            #expect(try await total(30) >= month && scene.control.requests.count == 54)
        }
    }

    @Test("A category is stored with the overview, and told without a request right after it")
    func category() async throws {
        try await Scene.run { scene in
            let overview = try await Feed.planet(days: 360, scene.environment()).last()
            let requests = scene.control.requests.count
            let fires = Feed.planet(category: "wildfires", days: 360, scene.environment())
            let state = try await fires.last(limit: 1000)
            #expect(scene.control.requests.count == requests && state.standing == .fresh)
            #expect(state.abstention == Abstention(until: scene.now + 900, rule: .spacing))
            #expect(state.items.count == overview.items.first { $0.item.id == "wildfires" }?.item.eventCount)
            #expect(state.dates == state.dates.sorted(by: >))
            scene.advance(901)
            #expect(try await fires.last(limit: 1000).abstention == nil)
            #expect(scene.control.requests.count == requests + 2)
        }
    }

    @Test("A category of fewer days has all open events, and closed ones by the date of their closing")
    func categoryOfFewerDays() async throws {
        try await Scene.run { scene in
            let year = try await Feed.planet(category: "wildfires", days: 360, scene.environment()).last(limit: 1000)
            let month = try await Feed.planet(category: "wildfires", days: 30, scene.environment()).last(limit: 1000)
            let start = scene.now - 30 * 86_400
            #expect(month.ids == year.items.filter { $0.item.closed.map { $0 >= start } ?? true }.map(\.item.id))
            #expect(month.items.count < year.items.count && month.total == month.items.count)
            #expect(scene.control.requests.count == 2)
            scene.advance(901)
            try await Feed.planet(category: "wildfires", days: 30, scene.environment()).last()
            try await Feed.planet(category: "wildfires", days: 360, scene.environment()).last()
            #expect(scene.control.requests.count == 4)
        }
    }

    @Test("A category that does not exist is no reason to come back later")
    func noSuchCategory() async throws {
        try await Scene.run { scene in
            let state = try await Feed.planet(category: "unicorns", days: 30, scene.environment()).last()
            let error = try #require(state.standing.error)
            #expect(
                error.kind == "wrongQuestion" && error.remedy == .askOtherwise && error.message.contains("unicorns"))
        }
    }

    @Test("A category that is being refreshed for the overview may be asked for all the same")
    func besideAnother() async throws {
        try await Scene.run { scene in
            scene.control.fail(Self.api + "/drought?status=closed", with: .hang)
            let look = Feed.planet(category: "drought", days: 30, scene.environment()).look().subscribe()
            #expect(await eventually { scene.control.requests.count == 2 })
            scene.control.clear()
            let state = try await Feed.planet(days: 30, scene.environment()).last()
            #expect(state.standing == .fresh)
            look.dispose()
        }
    }
}
