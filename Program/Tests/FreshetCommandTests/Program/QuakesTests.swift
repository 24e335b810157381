import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet quakes")
    struct Quakes {
        @Test("freshet quakes prints time, magnitude, title, depth and place of each earthquake")
        func plain() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("quakes")
                #expect(run.status(0) && run.errors.isEmpty && !run.lines.isEmpty)
                #expect(run.fields.allSatisfy { $0.count == 6 && (Double($0[1]) ?? 0) >= 2.5 && $0[2].hasPrefix("M ") })
                #expect(run.fields.allSatisfy { $0[3].hasSuffix(" km") && $0[4].contains("°") })
                let week = try await scene.run("quakes week --magnitude all --limit 1000 --order magnitude")
                let magnitudes = week.fields.map { Double($0[1]) }
                #expect(week.lines.count > 500 && magnitudes.contains(nil))
                #expect(week.fields.allSatisfy { $0[1].isEmpty || $0[1].contains(".") })
                let known = magnitudes.compactMap { $0 }
                #expect(known == known.sorted(by: >) && known.contains { $0 < 0 })
                #expect(magnitudes.drop { $0 != nil }.allSatisfy { $0 == nil })
            }
        }

        @Test("freshet quakes --json has every field of an earthquake")
        func json() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("quakes week --magnitude 4.5 --json")
                let json = try run.json
                #expect(json["feed"] as? String == "quakes/week/4.5" && json["status"] as? String == "fresh")
                let items = try #require(json["items"] as? [[String: Any]])
                #expect(items.count > 5)
                for item in items {
                    #expect(
                        Set(item.keys).isSuperset(of: [
                            "id", "type", "title", "url", "date", "updated", "magnitude", "magnitudeType", "place",
                            "coordinates", "depth", "tsunami", "alert", "felt", "significance", "status",
                        ]))
                    #expect((item["magnitude"] as? Double ?? 0) >= 4.5 && item["tsunami"] is Bool)
                    #expect((item["coordinates"] as? [Double])?.count == 2 && item["depth"] is Double)
                }
            }
        }

        @Test(
            "freshet quakes refuses an unknown list, and names the choices",
            arguments: [("quakes year", "week"), ("quakes --magnitude 3", "4.5"), ("quakes day week", "week")])
        func refused(line: String, says: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(run.status(64) && run.errors.contains(says) && scene.control.requests.isEmpty)
            }
        }

        @Test("freshet quakes follows the address of a list")
        func follow() async throws {
            try await Scene.with { scene in
                let address = "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/2.5_week.geojson"
                let run = try await scene.run("follow " + address)
                #expect(run.status(0) && run.output.contains("M2.5+ earthquakes, past week"))
                let json = try await scene.run("following --json").json
                let feed = try #require((json["feeds"] as? [[String: Any]])?.first)
                #expect(feed["feed"] as? String == "quakes/week/2.5")
                #expect((feed["url"] as? String)?.hasPrefix("https://earthquake.usgs.gov/") == true)
            }
        }

        @Test("freshet quakes shows what is stored, with status 75, when the upstream fails")
        func failing() async throws {
            try await Scene.with { scene in
                let fresh = try await scene.run("quakes")
                scene.control.fail("/usgs/", with: .status(200, body: "{\"features\": [{}]}"))
                try scene.age(by: 61)
                let run = try await scene.run("quakes")
                #expect(run.status(75) && run.output == fresh.output && !run.errors.isEmpty)
            }
        }

        #if os(Linux)
        @Test(
            "freshet quakes shows a recorded list",
            .enabled(if: Recordings.areThere, "the recordings are not beside the package"))
        func recorded() async throws {
            try await Scene.with { scene in
                let body = try Recordings.data("usgs/all_hour_2024-05-31_excerpt.geojson")
                let server = try ReplayServer { $0 == "/all_hour.geojson" ? body : nil }
                defer { server.stop() }
                let run = try await scene.run(
                    "quakes hour --magnitude all --json", ["FRESHET_USGS_URL": server.url.absoluteString])
                let items = try #require(try run.json["items"] as? [[String: Any]])
                #expect(run.status(0) && items.count == 4 && run.errors.isEmpty)
                #expect(items[1]["title"] as? String == "M 5.2 - Kermadec Islands, New Zealand")
                #expect(items[1]["coordinates"] as? [Double] == [-177.0703, -29.2245])
            }
        }
        #endif
    }
}
