import Earthquakes
import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@Suite("The earthquakes of a list") struct EarthquakesTests {
    private static let start = 1_789_990_000.0

    private func subject(_ scene: Scene, _ list: SummaryList = SummaryList()) -> Subject {
        Subject(QuakesFeed(list), scene.environment())
    }

    /// Runs a scene at a fixed time.
    private func run(_ body: (Scene) async throws -> Void) async throws {
        try await Scene.run(
            {
                $0.start = Date(timeIntervalSince1970: Self.start)
                $0.clock = { Date(timeIntervalSince1970: Self.start) }
            }, body)
    }

    /// Makes the upstream tell of these events: an id, its properties, and how many seconds before the start it happened.
    private func tell(
        _ scene: Scene, _ events: [(id: String, properties: String, age: Double)], generated: Date? = nil
    ) {
        let features = events.map { id, properties, age in
            """
            {"type": "Feature", "id": "\(id)", "geometry": {"type": "Point", "coordinates": [10, 20, 30]},
            "properties": {"time": \(Int((Self.start - age) * 1000)), \(properties)}}
            """
        }
        scene.control.clear()
        scene.control.fail(
            "/usgs/",
            with: .status(
                200, headers: ["Cache-Control": "max-age=60"],
                body: """
                    {"metadata": {"generated": \(Int((generated ?? scene.now).timeIntervalSince1970) * 1000)},
                    "features": [\(features.joined(separator: ","))]}
                    """))
    }

    private func magnitudes(_ state: FeedState) -> [Double?] { state.all(Earthquake.self).map(\.magnitude) }

    @Test("Earthquakes are fetched and stored, sorted by date or by magnitude")
    func fetched() async throws {
        try await run { scene in
            let state = try await subject(scene).last()
            #expect(state.freshness == .fresh && state.items.count > 5 && state.skipped == 0)
            #expect(state.dates == state.dates.sorted(by: >))
            let strongest = try await subject(scene).last(.offline, order: .largest)
            let magnitudes = magnitudes(strongest).compactMap { $0 }
            #expect(magnitudes == magnitudes.sorted(by: >) && magnitudes.count == state.items.count)
        }
    }

    @Test("The list of earthquakes is requested a minute apart, and not sent again while unchanged")
    func polite() async throws {
        try await run { scene in
            try await subject(scene).last()
            scene.advance(59)
            #expect(try await subject(scene).last().deferral?.until == scene.now + 1)
            scene.advance(1)
            let second = try await subject(scene).last()
            #expect(second.deferral == nil && scene.control.requests.count == 2)
            #expect(scene.control.requests[1].headers["if-none-match"] != nil)
        }
    }

    @Test("Earthquakes stay the same after a 304")
    func notModified() async throws {
        try await run { scene in
            let first = try await subject(scene).last()
            scene.advance(60)
            scene.control.fail("/usgs/", with: .status(304))
            let second = try await subject(scene).last()
            #expect(second.ids == first.ids && second.freshness == .fresh && second.fetchedAt == scene.now)
        }
    }

    @Test("Earthquakes are updated in place, and an older version never replaces a newer one")
    func revised() async throws {
        try await run { scene in
            tell(scene, [("us1", "\"mag\": 5.1, \"updated\": 1000", 100)])
            try await subject(scene).last()
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 5.4, \"updated\": 3000", 100)])
            let revised = try await subject(scene).last()
            #expect(revised.ids == ["us1"] && magnitudes(revised) == [5.4])
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 5.2, \"updated\": 2000", 100)])
            #expect(magnitudes(try await subject(scene).last()) == [5.4])
            // Nor does a list that is refreshed later.
            let week = try await subject(scene, SummaryList(.week)).last()
            #expect(magnitudes(week) == [5.4] && week.ids == ["us1"])
        }
    }

    @Test("Earthquakes remain the same events when their preferred id changes, in every list")
    func preferredID() async throws {
        try await run { scene in
            tell(scene, [("nc1", "\"mag\": 3, \"updated\": 1000, \"ids\": \",nc1,\"", 100)])
            let first = try await subject(scene).last()
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 3.1, \"updated\": 2000, \"ids\": \",nc1,us1,\"", 100)])
            let second = try await subject(scene).last()
            #expect(second.ids == ["nc1"] && magnitudes(second) == [3.1])
            #expect(second.items[0].firstSeenAt == first.items[0].firstSeenAt)
            #expect(try await subject(scene, SummaryList(.week)).last().ids == ["nc1"])
        }
    }

    @Test("Earthquakes that turn out to be one event become one")
    func joined() async throws {
        try await run { scene in
            tell(scene, [("nc1", "\"mag\": 3", 100), ("us1", "\"mag\": 3.2", 101), ("us2", "\"mag\": 4", 200)])
            try await subject(scene).last()
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 3.1, \"ids\": \",us1,nc1,\"", 100), ("us2", "\"mag\": 4", 200)])
            #expect(try await subject(scene).last().ids == ["us1", "us2"])
        }
    }

    @Test("Earthquakes are kept when the list's period is over for them")
    func aged() async throws {
        try await run { scene in
            tell(scene, [("us1", "\"mag\": 3", 100), ("us2", "\"mag\": 4", 86_300), ("us3", "\"mag\": 5", 86_200)])
            try await subject(scene).last()
            scene.advance(150)
            tell(scene, [("us1", "\"mag\": 3", 100)])
            // At the beginning of the period, the age may be the reason.
            let state = try await subject(scene).last()
            #expect(state.ids == ["us1", "us3", "us2"] && state.total == 3 && state.freshness == .fresh)
        }
    }

    @Test("Earthquakes are removed when they leave the list within its period, or are marked as deleted")
    func deleted() async throws {
        try await run { scene in
            tell(scene, [("us1", "\"mag\": 3", 100), ("us2", "\"mag\": 4", 200), ("us3", "\"mag\": 5", 300)])
            try await subject(scene).last()
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 3", 100), ("us2", "\"mag\": 4, \"status\": \"deleted\"", 200)])
            let state = try await subject(scene).last()
            #expect(state.ids == ["us1"] && state.total == 1 && state.freshness == .fresh)
            // Back again, it is the same event.
            scene.advance(60)
            tell(scene, [("us1", "\"mag\": 3", 100), ("us3", "\"mag\": 5", 300)])
            let back = try await subject(scene).last()
            #expect(back.ids == ["us1", "us3"] && back.items[1].entry.plainTitle == "M 5.0 - unknown place")
        }
    }

    @Test("Saved earthquakes stay after they have left the list, with the reason")
    func saved() async throws {
        try await run { scene in
            let (strong, all) = (SummaryList(.day, .from4_5), SummaryList(.day, .all))
            tell(scene, [("us1", "\"mag\": 4.7", 100), ("us2", "\"mag\": 4.6", 200)])
            try await subject(scene, strong).last()
            try await subject(scene, all).last()
            let keys = ["us1", "us2"].map { ItemKey(scope: "quakes", id: $0) }
            try scene.store.mark(keys, as: .saved, at: scene.now)
            scene.advance(60)
            // One is revised, the other deleted.
            tell(scene, [("us1", "\"mag\": 4.4, \"updated\": \(Int(scene.now.timeIntervalSince1970) * 1000)", 100)])
            #expect(try await subject(scene, all).last().ids == ["us1"])
            tell(scene, [])
            let strongest = try await subject(scene, strong).last()
            #expect(strongest.items.isEmpty)
            let saved = try scene.environment().savedEntries()
            #expect(
                saved.mapValues(\.plainTitle) == [
                    "us1": "M 4.4 - unknown place", "us2": "M 4.6 - unknown place (no longer listed)",
                ])
            #expect(saved["us2"]?.summary.hasPrefix("The USGS no longer lists it") == true)
        }
    }

    @Test("Earthquakes stay if a list is older than they are, or has an element that can't be read")
    func uncertain() async throws {
        try await run { scene in
            let start = scene.now
            scene.advance(300)
            tell(scene, [("us1", "\"mag\": 3", 100)])
            try await subject(scene).last()
            scene.advance(60)
            tell(scene, [], generated: start)
            #expect(try await subject(scene).last().ids == ["us1"])
            scene.advance(60)
            tell(scene, [("us2", "\"mag\": 4", 50), ("us3", "\"mag\": []", 60)])
            #expect(try await subject(scene).last().ids == ["us2", "us1"])
        }
    }

    @Test("Earthquakes that no list covers leave a gap")
    func gap() async throws {
        try await run { scene in
            let hour = SummaryList(.hour, .all)
            let before = scene.now
            #expect(try await subject(scene, hour).last().gaps.isEmpty)
            scene.advance(3540)
            #expect(try await subject(scene, hour).last().gaps.isEmpty)
            scene.advance(7200)
            let state = try await subject(scene, hour).last()
            #expect(state.gaps.count == 1 && state.gaps[0].after == before + 3540)
            #expect(abs(state.gaps[0].before.timeIntervalSince(scene.now) + 3600) <= 60)
            // The list of the day still has them.
            #expect(try await subject(scene, SummaryList(.day, .all)).last().gaps.isEmpty)
        }
    }

    @Test("Earthquakes are stale but kept if the response is unreadable or missing")
    func failing() async throws {
        try await run { scene in
            let first = try await subject(scene).last()
            for (fault, kind) in [
                (Fault.status(200, body: "{\"features\": [{}, null]}"), "undecodable"), (.notJSON, "undecodable"),
                (.status(503), "status"),
            ] {
                scene.advance(86_000)
                scene.control.clear()
                scene.control.fail("/usgs/", with: fault)
                let state = try await subject(scene).last()
                #expect(state.freshness.error?.kind == kind && state.ids == first.ids)
            }
        }
    }

    @Test("Earthquakes that can't be read are counted, and leave the list fresh")
    func skipped() async throws {
        try await run { scene in
            tell(scene, [("us1", "\"mag\": 3", 100), ("us2", "\"mag\": []", 200)])
            let state = try await subject(scene).last()
            #expect(state.ids == ["us1"] && state.skipped == 1 && state.freshness == .fresh)
        }
    }
}
