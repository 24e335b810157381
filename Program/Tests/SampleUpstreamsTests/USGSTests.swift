import Foundation
import SampleUpstreams
import Testing

/// Where recorded answers of the real feeds lie beside the package, if they do.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/usgs")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

@Suite("Earthquakes") struct USGSTests {
    private let base = "/usgs/earthquakes/feed/v1.0/summary/"

    private func ids(_ file: String, _ sample: SampleUpstreams) async -> [String] {
        await sample.get(base + file).objects("features").compactMap { $0["id"] as? String }
    }

    @Test("Earthquakes are in twenty lists, and nowhere else")
    func lists() async throws {
        try await withSample { sample in
            for period in ["hour", "day", "week", "month"] {
                let all = await ids("all_\(period).geojson", sample)
                for magnitude in ["1.0", "2.5", "4.5", "significant"] {
                    let some = await ids("\(magnitude)_\(period).geojson", sample)
                    #expect(some.count < all.count && Set(some).isSubset(of: all))
                    #expect(["hour", "day"].contains(period) || !some.isEmpty)
                }
            }
            for file in ["", "all_year.geojson", "3.0_day.geojson", "all_day.json", "all_day.geojson/x"] {
                #expect(await sample.get(base + file).status == 404)
            }
        }
    }

    private func properties(_ file: String, _ sample: SampleUpstreams) async -> [[String: Any]] {
        await sample.get(base + file).objects("features").compactMap { $0["properties"] as? [String: Any] }
    }

    @Test("Earthquakes come every two minutes, are revised after ten, and some disappear")
    func growth() async throws {
        try await withSample { sample in
            let before = await properties("all_hour.geojson", sample).count
            sample.control.advance(by: .seconds(960))
            let first = await properties("all_hour.geojson", sample)
            #expect(first.count > before + 3)
            #expect(Set(first.compactMap { $0["status"] as? String }) == ["automatic", "reviewed"])
            sample.control.advance(by: .seconds(960))
            let second = await properties("all_day.geojson", sample)
            let (early, late) = (
                Set(first.compactMap { $0["time"] as? Int }), Set(second.compactMap { $0["time"] as? Int })
            )
            #expect(early.subtracting(late).count == 1 && second.contains { $0["mag"] is NSNull })
        }
    }

    @Test("Earthquake lists may be cached for a minute, and aren't sent again while they are the same")
    func validators() async throws {
        try await withSample { sample in
            let first = await sample.get(base + "2.5_day.geojson")
            let tag = try #require(first.headers["etag"])
            #expect(first.headers["cache-control"] == "public, max-age=60")
            #expect(await sample.get(base + "2.5_day.geojson", ["If-None-Match": tag]).status == 304)
            sample.control.advance(by: .seconds(60))
            #expect(await sample.get(base + "2.5_day.geojson", ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("Earthquakes change their preferred ids, which are among all of theirs")
    func preferredIDs() async throws {
        try await withSample { sample in
            let features = await sample.get(base + "all_week.geojson").objects("features")
            let several = features.filter {
                (($0["properties"] as? [String: Any])?["ids"] as? String)?.split(separator: ",").count == 2
            }
            #expect(!several.isEmpty && several.count < features.count / 5)
        }
    }

    @Test(
        "Earthquakes have the keys of recorded ones",
        .enabled(if: haveSamples, "no recorded samples beside the package"))
    func shape() async throws {
        try await withSample { sample in
            let told = await sample.get(base + "all_day.geojson").object
            let recorded = try JSONSerialization.jsonObject(
                with: Data(contentsOf: samples.appendingPathComponent("all_hour_2024-05-31_excerpt.geojson")))
            #expect(Keys([told]).ever == Keys([recorded]).ever)
        }
    }
}
