import Foundation
import Freshet
import FreshetHTTP
import OurPlanet
import SampleUpstreams
import Testing
import UpstreamTestSupport

private let day = 86_400.0

@Suite("The events of a category")
struct EventsTests {
    @Test("Open and closed events are requested in parallel, only the closed ones by days")
    func requests() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories", with: .hang)
            let subscription = upstreams.eonet().events(in: "volcanoes", days: 30).subscribe()
            defer { subscription.dispose() }
            try await waited { upstreams.control.inFlight(.eonet) == 2 }
            #expect(
                Set(upstreams.control.requests.map(\.path)) == [
                    "/eonet/api/v3/categories/volcanoes?status=open",
                    "/eonet/api/v3/categories/volcanoes?status=closed&days=30",
                ])
        }
    }

    @Test("A category's events are the open ones and those closed within the days, last seen first")
    func merged() async throws {
        try await withUpstreams { upstreams in
            let list = try await upstreams.eonet().events(in: "wildfires", days: 60).value
            let start = testStart.addingTimeInterval(-60 * day)
            #expect(list.skipped == [] && list.events.contains(where: \.isOpen))
            let closed = list.events.compactMap(\.closed)
            #expect(!closed.isEmpty && closed.allSatisfy { $0 >= start })
            #expect(list.events == list.events.sorted(by: NaturalEvent.newestFirst))
            #expect(Set(list.events.map(\.id)).count == list.events.count)
            // A fire that nobody closed is included regardless of its age.
            #expect(list.events.contains { $0.isOpen && $0.date! < start })
        }
    }

    @Test("Events that were closed before the days are left out, even if they were sent")
    func tooOld() async throws {
        let body = #"{"events":[\#(event("a", closed: -40)),\#(event("b", closed: -20)),\#(event("c", closed: nil))]}"#
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/*", with: .status(200, body: body))
            let list = try await upstreams.eonet().events(in: "wildfires", days: 30).value
            #expect(Set(list.events.map(\.id)) == ["b", "c"])
        }
    }

    @Test("Events in both lists are included once, as closed")
    func both() async throws {
        try await withUpstreams { upstreams in
            let path = "/eonet/api/v3/categories/wildfires"
            upstreams.control.fail(
                path + "?status=open", with: .status(200, body: "{\"events\":[\(event("a", closed: nil))]}"))
            upstreams.control.fail(
                path + "?status=closed", with: .status(200, body: "{\"events\":[\(event("a", closed: -1))]}"))
            let list = try await upstreams.eonet().events(in: "wildfires").value
            #expect(list.events.map(\.isOpen) == [false])
        }
    }

    @Test("Events that belong to another category are left out and counted")
    func strangers() async throws {
        try await withUpstreams { upstreams in
            let list = try await upstreams.list(of: "{\"events\":[\(event("a", closed: nil))]}", in: "floods")
            #expect(list.events.isEmpty)
            #expect(list.skipped == [.init(item: "a", reason: "belongs to wildfires, not to floods")])
        }
    }

    @Test("Events that can't be read are skipped, and so are positions that can't be read")
    func skipped() async throws {
        let positions =
            #"{"date":"2026-01-01T00:00:00Z","type":"Point","coordinates":[1,2]},{"date":"x","type":"Point"}"#
        let torn = event("b", closed: nil).replacingOccurrences(
            of: #""geometry":["#, with: #""geometry":[\#(positions),"#)
        let untitled = #"{"id":"c","categories":[]}"#
        try await withUpstreams { upstreams in
            let list = try await upstreams.list(
                of: #"{"events":[\#(event("a", closed: nil)),\#(untitled),\#(torn),7]}"#)
            #expect(Set(list.events.map(\.id)) == ["a", "b"])
            #expect(list.events.first { $0.id == "b" }?.geometries.count == 2)
            #expect(Set(list.skipped.map(\.item)) == ["b", "c", "item 4"])
        }
    }

    @Test(
        "Events lose a link that can't be opened",
        arguments: [
            #""link":7,"#, #""link":null,"#, "", #""link":"","#, #""link":"javascript:alert(1)","#,
            #""link":"https://","#,
            #""link":"http://[::1","#,
        ])
    func unreadableLink(link: String) async throws {
        let body = Self.unlinked(event("a", closed: nil), link)
        try await withUpstreams { upstreams in
            let list = try await upstreams.list(of: #"{"events":[\#(body)]}"#)
            let event = try #require(list.events.first)
            #expect(event.link == nil && event.url?.absoluteString == "https://x.example/a" && list.skipped == [])
            #expect(try JSONDecoder().decode(NaturalEvent.self, from: JSONEncoder().encode(event)) == event)
        }
    }

    @Test("Events keep the sources that can be read")
    func unreadableSource() async throws {
        let sources = #""sources":[{"id":"Y","url":7},{"url":"https://y.example"},{"id":"Z","url":"ftp://z.example"}]"#
        let body = Self.unlinked(event("a", closed: nil), "").replacingOccurrences(
            of: #""sources":[{"id":"X","url":"https://x.example/a"}]"#, with: sources)
        try await withUpstreams { upstreams in
            let list = try await upstreams.list(of: #"{"events":[\#(body)]}"#)
            #expect(list.events.map { $0.sources.map(\.id) } == [["Y", "Z"]] && list.events.first?.url == nil)
            #expect(list.skipped == [.init(item: "a", reason: "one of its sources (item 2): id is missing")])
        }
    }

    /// The event with another link.
    private static func unlinked(_ event: String, _ link: String) -> String {
        event.replacingOccurrences(of: #""link":"https://eonet.example/a","#, with: link)
    }

    @Test("A category's events fail if one of the two states fails")
    func oneFails() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/*?status=closed", with: .status(503))
            guard
                case .status? = await failure(of: { try await upstreams.eonet().events(in: "snow").value })
                    as? HTTPError
            else {
                return #expect(Bool(false))
            }
        }
    }

    @Test("The events of an unknown category fail with an error that names it", arguments: ["fire", "a/b", "", "x?y"])
    func noSuchCategory(id: String) async throws {
        try await withUpstreams { upstreams in
            let error = await failure(of: { try await upstreams.eonet().events(in: id).value })
            #expect(error as? EONETError == .noSuchCategory(id))
        }
    }

    @Test("Events can be requested for 1 to 360 days", arguments: [0, -1, 361])
    func days(count: Int) async throws {
        try await withUpstreams { upstreams in
            let error = await failure(of: { try await upstreams.eonet().events(in: "snow", days: count).value })
            #expect(error as? EONETError == .invalidDays(count))
            #expect(EONETError.invalidDays(count).description.contains("1 to 360"))
            let (_, overview) = await collect(upstreams.eonet().overview(days: count))
            #expect(overview as? EONETError == .invalidDays(count))
            #expect(upstreams.control.requests.isEmpty)
        }
    }

    /// A made-up fire, closed the given number of days ago.
    private func event(_ id: String, closed: Double?) -> String {
        let end = closed.map { "\"\(testStart.addingTimeInterval($0 * day).formatted(.iso8601))\"" } ?? "null"
        return """
            {"id":"\(id)","title":"Fire ","description":null,"link":"https://eonet.example/\(id)","closed":\(end),\
            "categories":[{"id":"wildfires","title":"Wildfires"}],"sources":[{"id":"X","url":"https://x.example/\(id)"}],\
            "geometry":[{"magnitudeValue":35.00,"magnitudeUnit":"acres","date":"2026-03-01T10:00:00Z","type":"Point",\
            "coordinates":[-110.5,40.25]}],"new":1}
            """
    }
}
