import FeedStore
import Feeds
import Foundation
import Freshet
import OurPlanet
import SampleUpstreams
import Testing

@Suite("Natural events") struct PlanetTests {
    private static let api = "/eonet/api/v3/categories"

    @Test("The overview arrives category by category, and the progress counts those that have arrived")
    func counts() async throws {
        try await Scene.run { scene in
            let states = try await Subject.planet(days: 360, scene.environment()).states()
            let arriving = states.filter { $0.progress != nil }
            #expect(arriving.map { $0.progress?.done } == Array(0...13))
            #expect(arriving.allSatisfy { $0.progress?.total == 13 && $0.items.count == 13 })
            #expect(arriving.map { $0.all(CategorySummary.self).count { $0.eventCount != nil } } == Array(0...13))
            let last = try #require(states.last)
            let fires = try #require(last.all(CategorySummary.self).first { $0.id == "wildfires" })
            #expect(
                last.freshness == .fresh
                    && last.items.map(\.entry.plainTitle) == last.items.map(\.entry.plainTitle).sorted())
            #expect(try #require(fires.openCount) > 0 && fires.eventCount! > fires.openCount!)
        }
    }

    @Test("The overview makes at most four requests at a time, with a range of days for closed events only")
    func requests() async throws {
        try await Scene.run {
            $0.latency = .milliseconds(200)
        } _: { scene in
            try await Subject.planet(days: 90, scene.environment()).last()
            let asked = scene.control.requests.map(\.path)
            #expect(scene.control.maximumInFlight(.eonet) <= 4 && asked.count == 27)
            #expect(asked.filter { $0.contains("status=open") }.allSatisfy { !$0.contains("days=") })
            #expect(asked.filter { $0.contains("status=closed") }.allSatisfy { $0.contains("days=90") })
            #expect(asked.count { $0.contains("status=open") } == 13)
        }
    }

    @Test("The overview keeps the stored count of a failing category, is stale, and is refreshed sooner")
    func oneFails() async throws {
        try await Scene.run { scene in
            let feed = Subject.planet(days: 360, scene.environment())
            let before = try await feed.last()
            scene.advance(1000)
            scene.control.fail(Self.api + "/floods", with: .status(503))
            let state = try await feed.last()
            #expect(
                state.all(CategorySummary.self).first { $0.id == "floods" }
                    == before.all(CategorySummary.self).first { $0.id == "floods" })
            #expect(state.freshness.error?.message.hasPrefix("1 of 13 categories") == true)
            #expect(state.fetchedAt == before.fetchedAt)
            scene.control.clear()
            scene.advance(15)
            #expect(try await feed.last().freshness == .fresh)
        }
    }

    @Test("A category needs a request only for more days than are stored")
    func days() async throws {
        try await Scene.run { scene in
            func total(_ days: Int) async throws -> Int {
                let state = try await Subject.planet(days: days, scene.environment()).last()
                return state.all(CategorySummary.self).reduce(0) { $0 + ($1.eventCount ?? 0) }
            }
            let month = try await total(30)
            let year = try await total(360)
            #expect(scene.control.requests.count == 54 && year > month)
            #expect(try await total(30) >= month && scene.control.requests.count == 54)
        }
    }

    @Test("A category is stored with the overview, and needs no request right after it")
    func category() async throws {
        try await Scene.run { scene in
            let overview = try await Subject.planet(days: 360, scene.environment()).last()
            let requests = scene.control.requests.count
            let fires = Subject.planet(category: "wildfires", days: 360, scene.environment())
            let state = try await fires.last(limit: 1000)
            #expect(scene.control.requests.count == requests && state.freshness == .fresh)
            #expect(state.deferral == Deferral(until: scene.now + 900, rule: .spacing))
            #expect(state.items.count == overview.all(CategorySummary.self).first { $0.id == "wildfires" }?.eventCount)
            #expect(state.dates == state.dates.sorted(by: >))
            scene.advance(901)
            #expect(try await fires.last(limit: 1000).deferral == nil)
            #expect(scene.control.requests.count == requests + 2)
        }
    }

    @Test("A category with fewer days has all open events, and those that closed within these days")
    func categoryOfFewerDays() async throws {
        try await Scene.run { scene in
            let year = try await Subject.planet(category: "wildfires", days: 360, scene.environment()).last(limit: 1000)
            let month = try await Subject.planet(category: "wildfires", days: 30, scene.environment()).last(limit: 1000)
            let start = scene.now - 30 * 86_400
            #expect(month.ids == year.all(NaturalEvent.self).filter { $0.closed.map { $0 >= start } ?? true }.map(\.id))
            #expect(month.items.count < year.items.count && month.total == month.items.count)
            #expect(scene.control.requests.count == 2)
            scene.advance(901)
            try await Subject.planet(category: "wildfires", days: 30, scene.environment()).last()
            try await Subject.planet(category: "wildfires", days: 360, scene.environment()).last()
            #expect(scene.control.requests.count == 4)
        }
    }

    @Test(
        "An event that EONET removes leaves its category, and gives the reason if it is saved",
        arguments: [false, true])
    func withdrawn(byOverview: Bool) async throws {
        try await Scene.run { scene in
            let fires = Subject.planet(category: "wildfires", days: 360, scene.environment())
            let before = try await fires.last(limit: 1000).all(NaturalEvent.self)
            let open = try #require(before.first { $0.isOpen }), closed = try #require(before.first { !$0.isOpen })
            let keys = [open, closed].map { ItemKey(scope: "planet", id: $0.id) }
            try scene.store.mark(keys, as: .saved, at: scene.now)
            scene.advance(901)
            scene.control.fail(Self.api + "/wildfires?status=open", with: .status(200, body: #"{"events": []}"#))
            if byOverview { try await Subject.planet(days: 360, scene.environment()).last() }
            let after = try await fires.last(limit: 1000)
            #expect(after.freshness == .fresh && Set(after.ids) == Set(before.filter { !$0.isOpen }.map(\.id)))
            let saved = try scene.environment().savedEntries()
            #expect(saved[closed.id]?.plainTitle == closed.title)
            #expect(saved[open.id]?.plainTitle == open.title + " (no longer listed)")
            #expect(saved[open.id]?.isOpen == false && saved[open.id]?.facts.first?.text == "no longer listed")
            // Listed again, it is as before.
            scene.advance(901)
            scene.control.clear()
            let back = try await fires.last(limit: 1000)
            #expect(back.ids.contains(open.id))
            #expect(try scene.environment().savedEntries()[open.id]?.plainTitle == open.title)
        }
    }

    @Test("An unknown category is a permanent error")
    func noSuchCategory() async throws {
        try await Scene.run { scene in
            let state = try await Subject.planet(category: "unicorns", days: 30, scene.environment()).last()
            let error = try #require(state.freshness.error)
            #expect(
                error.kind == "wrongQuestion" && error.remedy == .changeRequest && error.message.contains("unicorns"))
        }
    }

    @Test("A category can be requested while the overview refreshes it")
    func besideAnother() async throws {
        try await Scene.run { scene in
            scene.control.fail(Self.api + "/drought?status=closed", with: .hang)
            let load = Subject.planet(category: "drought", days: 30, scene.environment()).load().subscribe()
            #expect(await eventually { scene.control.requests.count == 2 })
            scene.control.clear()
            let state = try await Subject.planet(days: 30, scene.environment()).last()
            #expect(state.freshness == .fresh)
            load.dispose()
        }
    }
}
