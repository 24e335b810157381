import Foundation
import Freshet
import FreshetHTTP
import OurPlanet
import SampleUpstreams
import Testing
import UpstreamTestSupport

/// The folder of recorded answers of the real API, which may lie beside the package.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/eonet")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

private func recorded(_ name: String) throws -> Data {
    try Data(contentsOf: samples.appendingPathComponent(name))
}

@Suite("Recorded answers of EONET", .enabled(if: haveSamples, "no recorded samples beside the package"))
struct RecordedTests {
    @Test(
        "Recorded events are read item by item",
        arguments: [
            ("v2.1_category_8_wildfires_2019.json", 5, 5), ("v2.1_events_2019.json", 3, 3),
            ("v3_events_2025-09.json", 3, 45),
            // In this version a feature is a position.
            ("v3_events_geojson_2025-09.json", 3, 34),
            ("v3_floods_drought_polygon_order_2026-09_excerpt.json", 7, 7),
        ])
    func events(file: String, count: Int, positions: Int) throws {
        let list = try JSONDecoder().decode(EventList.self, from: try recorded(file))
        #expect(list.events.count == count && list.skipped == [])
        #expect(list.events.map(\.geometries.count).reduce(0, +) == positions)
        #expect(
            list.events.allSatisfy { $0.position != nil && $0.title == $0.title.trimmingCharacters(in: .whitespaces) })
    }

    @Test("A recorded list of all 5,662 events that were open on one day is read")
    func all() async throws {
        try await withUpstreams { upstreams in
            let body = String(decoding: try recorded("v3_events_open_2025-11_all.json"), as: UTF8.self)
            let list = try await upstreams.list(of: body)
            #expect(list.events.count == 5580)
            #expect(list.skipped.count == 82 && list.skipped.allSatisfy { $0.reason.contains("belongs to") })
        }
        let data = try recorded("v3_events_open_2025-11_all.json")
        let list = try JSONDecoder().decode(EventList.self, from: data)
        #expect(list.events.count == 5662 && list.skipped == [])
        let categories = Dictionary(grouping: list.events) { $0.categories.first?.id }.mapValues(\.count)
        #expect(categories == ["wildfires": 5580, "seaLakeIce": 46, "volcanoes": 33, "severeStorms": 3])
    }

    @Test("Recorded GeoJSON of 2021 is read: points, lines and an area, grouped by event")
    func geoJSON() throws {
        let list = try JSONDecoder().decode(
            EventList.self, from: try recorded("v3_events_geojson_2021_linestring_polygon_excerpt.json"))
        // 67 features: 40 points, an area, and 26 lines with 351 places.
        #expect(list.events.count == 46 && list.skipped == [])
        #expect(list.events.map(\.geometries.count).reduce(0, +) == 392)
        #expect(list.events.allSatisfy { $0.date != nil && $0.position != nil })
        #expect(list.events.contains { $0.track.count > 10 })
        #expect(list.events.flatMap(\.sources).allSatisfy { $0.url?.absoluteString.contains("&amp;") != true })
    }

    @Test("Recorded floods have the right place, although latitude comes first")
    func floods() throws {
        let data = try recorded("v3_floods_drought_polygon_order_2026-09_excerpt.json")
        let list = try JSONDecoder().decode(EventList.self, from: data)
        func place(_ country: String) -> Position? { list.events.first { $0.title.contains(country) }?.position }
        let slovenia = try #require(place("Slovenia"))
        #expect((13...17).contains(slovenia.longitude) && (45...47).contains(slovenia.latitude))
        let peru = try #require(place("Peru"))
        #expect((-82 ... -68).contains(peru.longitude) && (-19...0).contains(peru.latitude))
        let iran = try #require(place("Iran"))
        #expect((44...64).contains(iran.longitude) && (25...40).contains(iran.latitude))
    }

    @Test("Recorded categories are read", arguments: ["v2.1_categories_2022.json", "v3_categories_2025.json"])
    func categories(file: String) throws {
        let list = try JSONDecoder().decode(CategoryList.self, from: try recorded(file))
        #expect(list.categories.count == 13 && list.skipped == [])
    }

    @Test("Recorded layers, magnitudes and sources are read")
    func reference() async throws {
        try await withUpstreams { upstreams in
            func serve(_ file: String, at path: String) throws {
                let body = String(decoding: try recorded(file), as: UTF8.self)
                upstreams.control.fail("/eonet/api/v3/" + path, with: .status(200, body: body))
            }
            try serve("v3_layers_2025.json", at: "layers")
            let all = try await upstreams.eonet().layers().value
            #expect(all.map { $0.category } == [nil])
            #expect(all.first?.layers.count == layerCount)
            try serve("v2.1_layers_8_excerpt.json", at: "layers")
            let fires = try await upstreams.eonet().layers().value
            #expect(fires.map { $0.category?.id } == ["8"] && fires.first?.layers.count == 4)
            try serve("v3_magnitudes_2020.json", at: "magnitudes")
            #expect(try await upstreams.eonet().magnitudes().value.map(\.id) == ["mag_kts", "mms", "sq_NM"])
            try serve("v3_sources_2020_excerpt.json", at: "sources")
            #expect(try await upstreams.eonet().sources().value.map(\.id) == ["AVO"])
        }
    }

    private let layerCount = 16
}
