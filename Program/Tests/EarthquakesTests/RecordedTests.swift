import Earthquakes
import Feeds
import Foundation
import Testing

/// The folder of recorded answers of the real feeds, which may lie beside the package.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/usgs")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

@Suite("Recorded answers of the USGS", .enabled(if: haveSamples, "no recorded samples beside the package"))
struct RecordedTests {
    @Test("Recorded answers are read with all their earthquakes")
    func hour() throws {
        let data = try Data(contentsOf: samples.appendingPathComponent("all_hour_2024-05-31_excerpt.geojson"))
        let summary = try JSONDecoder().decode(EarthquakeSummary.self, from: data)
        #expect(summary.earthquakes.map(\.id) == ["nc75013992", "us7000mpdr", "ci40609151", "ak0246zr2f7h"])
        #expect(summary.earthquakes.map(\.magnitude) == [1.05, 5.2, 1.68, 2])
        #expect(summary.earthquakes.map(\.felt) == [nil, nil, 1, nil] && summary.skipped.isEmpty)
        #expect(summary.generated == Date(timeIntervalSince1970: 1_717_198_140))
        let strongest = summary.earthquakes[1].entry
        #expect(strongest.plainTitle == "M 5.2 - Kermadec Islands, New Zealand")
        #expect(strongest.facts.map(\.text) == ["35 km deep", "29.2° S 177.1° W"])
    }
}
