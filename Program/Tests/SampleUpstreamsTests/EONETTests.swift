import Foundation
import SampleUpstreams
import Testing

@Suite("EONET") struct EONETTests {
    private let base = "/eonet/api/v3"

    @Test("EONET lists its thirteen categories")
    func categories() async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/categories")
            #expect(heard.objects("categories").compactMap { $0["id"] as? String } == categoryIDs)
            #expect(heard.headers["etag"] == nil && heard.headers["last-modified"] == nil)
            #expect(heard.object["link"] as? String == sample.eonetURL.absoluteString + "/categories")
        }
    }

    @Test("EONET lists open events by default, and closed or all events on request")
    func status() async throws {
        try await withSample { sample in
            let open = await events("/events", sample)
            let closed = await events("/events?status=closed", sample)
            let all = await events("/events?status=all", sample)
            #expect(open.allSatisfy { $0["closed"] is NSNull })
            #expect(closed.allSatisfy { $0["closed"] is String })
            #expect(!open.isEmpty && !closed.isEmpty && open.count + closed.count == all.count)
        }
    }

    @Test("A limit of days compares the newest position, so it hides open volcanoes")
    func days() async throws {
        try await withSample { sample in
            #expect(await events("/categories/volcanoes", sample).count > 10)
            #expect(await events("/categories/volcanoes?days=30", sample).isEmpty)
            let storms = await events("/categories/severeStorms?status=all&days=30", sample)
            #expect(storms.contains { (geometry($0).first?["date"] as? String ?? "") < "2026-09-18" })
        }
    }

    @Test("EONET has no open floods, and lists the closed ones with the latitude first")
    func floods() async throws {
        try await withSample { sample in
            #expect(await events("/categories/floods", sample).isEmpty)
            let floods = await events("/categories/floods?status=all", sample)
            #expect(floods.count == 40)
            for flood in floods {
                let ring = (geometry(flood)[0]["coordinates"] as? [[[Double]]])?[0] ?? []
                #expect(
                    geometry(flood)[0]["type"] as? String == "Polygon" && ring.count == 6 && ring.first == ring.last)
                #expect(ring.allSatisfy { abs($0[0]) <= 90 && $0[1] > 90 })
            }
            let drought = await events("/categories/drought?status=all", sample)
            #expect(drought.allSatisfy { geometry($0)[0]["type"] as? String == "Polygon" } && !drought.isEmpty)
        }
    }

    @Test(
        "Some categories of EONET are empty",
        arguments: ["dustHaze", "landslides", "snow", "tempExtremes", "waterColor"])
    func empty(category: String) async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/categories/\(category)?status=all")
            #expect(heard.status == 200 && heard.objects("events").isEmpty && heard.object["events"] != nil)
        }
    }

    @Test(
        "EONET filters by category, source, limit, box, dates and magnitude",
        arguments: [
            "category=volcanoes,floods", "source=JTWC,NATICE", "limit=7", "bbox=-125,50,-100,30",
            "start=2026-08-01&end=2026-08-31",
            "magID=mag_kts&magMin=60",
        ])
    func filters(query: String) async throws {
        try await withSample { sample in
            let all = await events("/events?status=all", sample).count
            let some = await events("/events?status=all&\(query)", sample)
            #expect(!some.isEmpty && some.count < all)
            if query.hasPrefix("limit") { #expect(some.count == 7) }
            if query.hasPrefix("category") { #expect(Set(some.map(category)) == ["volcanoes", "floods"]) }
        }
    }

    @Test("EONET ignores an unknown category in a query, but has no page for it")
    func noCategory() async throws {
        try await withSample { sample in
            #expect(Set(await events("/events?category=flood", sample).map(category)).contains("wildfires"))
            #expect(await sample.get(base + "/categories/flood").status == 404)
        }
    }

    @Test("EONET writes numbers like 35.00, titles that end in a space, and storms with many positions")
    func oddities() async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/events?status=all")
            #expect(heard.text.contains("\"magnitudeValue\": 35.00"))
            let all = heard.objects("events")
            #expect(all.contains { ($0["title"] as? String)?.hasSuffix(" ") == true })
            #expect((all.map { geometry($0).count }.max() ?? 0) > 30)
            #expect(all.contains { $0["description"] is String } && all.contains { $0["description"] is NSNull })
            #expect(all.contains { ($0["sources"] as? [Any])?.count == 2 })
        }
    }

    @Test("EONET returns an event by its id, and 404 for an unknown id")
    func single() async throws {
        try await withSample { sample in
            let event = await events("/events?limit=1", sample)[0]
            let id = event["id"] as? String ?? ""
            let heard = await sample.get(base + "/events/\(id)")
            #expect(heard.object["title"] as? String == event["title"] as? String)
            #expect(await sample.get(base + "/events/EONET_1").status == 404)
        }
    }

    @Test("GeoJSON has a feature for each position of an event")
    func geoJSON() async throws {
        try await withSample { sample in
            let events = await events("/events?category=severeStorms", sample)
            let heard = await sample.get(base + "/events/geojson?category=severeStorms")
            #expect(heard.object["type"] as? String == "FeatureCollection")
            #expect(heard.objects("features").count == events.map { geometry($0).count }.reduce(0, +))
        }
    }

    @Test(
        "EONET lists sources, magnitudes and layers",
        arguments: ["sources", "magnitudes", "layers", "layers/wildfires"])
    func others(path: String) async throws {
        try await withSample { sample in
            let heard = await sample.get(base + "/" + path)
            let entries = heard.objects(path.hasPrefix("layers") ? "categories" : path)
            #expect(heard.status == 200 && !entries.isEmpty)
            if path == "layers" { #expect(entries.count == 1 && entries[0]["id"] == nil && entries[0]["title"] == nil) }
            if path == "layers/wildfires" { #expect(entries[0]["id"] as? String == "wildfires") }
        }
    }

    @Test("EONET grows: new events come first, storms move on, and fires are closed")
    func growth() async throws {
        try await withSample { sample in
            let before = await events("/events", sample)
            let storm = await events("/categories/severeStorms", sample).last ?? [:]
            sample.control.advance(by: .seconds(86400))
            let moved = await sample.get(base + "/events/\(storm["id"] ?? "")").object
            #expect(geometry(moved).count == geometry(storm).count + 4)
            sample.control.advance(by: .seconds(20 * 86400))
            let after = await events("/events", sample)
            let known = Set(before.compactMap { $0["id"] as? String })
            #expect(after.first.map { !known.contains($0["id"] as? String ?? "") } == true)
            #expect(known.subtracting(after.compactMap { $0["id"] as? String }).isEmpty == false)
        }
    }

    private func events(_ path: String, _ sample: SampleUpstreams) async -> [[String: Any]] {
        await sample.get(base + path).objects("events")
    }

    private func geometry(_ event: [String: Any]) -> [[String: Any]] { event["geometry"] as? [[String: Any]] ?? [] }

    private func category(_ event: [String: Any]) -> String {
        ((event["categories"] as? [[String: Any]])?.first?["id"] as? String) ?? ""
    }
}

private let categoryIDs = [
    "drought", "dustHaze", "earthquakes", "floods", "landslides", "manmade", "seaLakeIce", "severeStorms", "snow",
    "tempExtremes", "volcanoes", "waterColor", "wildfires",
]
