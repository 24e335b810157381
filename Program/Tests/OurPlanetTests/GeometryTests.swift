import Foundation
import OurPlanet
import Testing
import UpstreamTestSupport

@Suite("The position of an event")
struct GeometryTests {
    private func event(_ category: String, _ source: String, _ geometry: String) async throws -> NaturalEvent {
        let body = """
            {"events":[{"id":"E","title":"t","link":"https://eonet.example/E","categories":[{"id":"\(category)","title":"T"}],\
            "sources":[{"id":"\(source)","url":"https://x.example/?a=1&amp;b=2"}],"geometry":[\(geometry)]}]}
            """
        var event: NaturalEvent?
        try await withUpstreams { upstreams in event = try await upstreams.list(of: body, in: category).events.first }
        return try #require(event)
    }

    private func point(_ date: String, _ place: String) -> String {
        #"{"date":"\#(date)","type":"Point","coordinates":[\#(place)]}"#
    }

    private func area(_ ring: String) -> String {
        #"{"date":"2026-09-01T00:00:00Z","type":"Polygon","coordinates":[[\#(ring)]]}"#
    }

    @Test("An event's position is the newest, longitude first, and its track is in chronological order")
    func track() async throws {
        let event = try await event(
            "severeStorms", "JTWC",
            [point("2026-05-02T06:00:00Z", "-101.5, 15"), point("2026-05-01T18:00:00Z", "-99, 14.5, 3")].joined(
                separator: ","))
        #expect(event.position == Position(longitude: -101.5, latitude: 15))
        #expect(event.track.map(\.longitude) == [-99, -101.5])
        #expect(event.date == Date(timeIntervalSince1970: 1_777_701_600))
        #expect(event.url?.absoluteString == "https://x.example/?a=1&b=2")
    }

    @Test("The position of an area is its centroid")
    func centre() async throws {
        let square = try await event("drought", "ReliefWeb", area("[10,20],[14,20],[14,26],[10,26],[10,20]"))
        #expect(square.position == Position(longitude: 12, latitude: 23))
        let line = try await event("drought", "ReliefWeb", area("[10,20],[14,20],[10,20]"))
        #expect(line.position == Position(longitude: 12, latitude: 20))
        let date = try await event("drought", "ReliefWeb", area("[179,0],[-179,0],[-179,2],[179,2],[179,0]"))
        #expect(abs(abs(date.position?.longitude ?? 0) - 180) < 1e-9 && date.position?.latitude == 1)
    }

    @Test(
        "The position of a flood that GDACS reports latitude first is corrected, and no other",
        arguments: [
            ("floods", "GDACS", "[45.5,14],[46.5,14],[46.5,16],[45.5,16],[45.5,14]", 15.0, 46.0),
            ("floods", "GDACS", "[14,98],[16,98],[16,100],[14,100],[14,98]", 99, 15),
            // A first value of more than 90 can only be a longitude.
            ("floods", "GDACS", "[98,14],[98,16],[100,16],[100,14],[98,14]", 99, 15),
            ("floods", "ReliefWeb", "[45.5,14],[46.5,14],[46.5,16],[45.5,16],[45.5,14]", 46, 15),
            ("drought", "GDACS", "[45.5,14],[46.5,14],[46.5,16],[45.5,16],[45.5,14]", 46, 15),
            ("drought", "X", "[14,98],[16,98],[16,100],[14,100],[14,98]", 99, 15),
        ])
    func order(category: String, source: String, ring: String, longitude: Double, latitude: Double) async throws {
        let place = try await event(category, source, area(ring)).position
        #expect(place == Position(longitude: longitude, latitude: latitude))
    }

    @Test("The position of a flood reported as a point is unchanged")
    func floodPoint() async throws {
        let event = try await event("floods", "GDACS", point("2026-05-01T00:00:00Z", "14, 45"))
        #expect(event.position == Position(longitude: 14, latitude: 45))
    }

    @Test(
        "A position has a date in one of several forms of ISO 8601",
        arguments: [
            ("2026-05-02T06:00:00Z", 1_777_701_600), ("2026-05-02 06:00:00", 1_777_701_600),
            ("2026-05-02T08:00:00+02:00", 1_777_701_600), ("2026-05-02T06:00:00.250Z", 1_777_701_600),
            ("2026-05-02T06:00Z", 1_777_701_600), ("2026-05-02", 1_777_680_000),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
            ("1969-12-31T23:59:59Z", -1), ("2000-03-01T00:00:00-0530", 951_888_600),
        ])
    func dates(text: String, seconds: Double) async throws {
        let event = try await event("snow", "X", point(text, "1, 2"))
        #expect(event.date == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "A position is left out if its date is invalid",
        arguments: ["", "2026", "2026-13-01", "2026-05-02T25:00:00Z", "2026-05-02T06:00:00X", "02.05.2026"])
    func noDate(text: String) async throws {
        let event = try await event("snow", "X", point(text, "1, 2"))
        #expect(event.geometries.isEmpty && event.position == nil && event.date == nil)
    }
}
