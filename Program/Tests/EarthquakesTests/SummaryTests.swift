import Earthquakes
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("A list of earthquakes") struct SummaryTests {
    @Test("A list has the earthquakes of the period with at least the magnitude, newest first")
    func lists() async throws {
        try await withUpstreams { upstreams in
            let start = upstreams.control.now
            for list in SummaryList.all {
                let earthquakes = try await upstreams.summary(list).earthquakes
                #expect(earthquakes.map(\.date) == earthquakes.map(\.date).sorted(by: >))
                let oldest = ["hour": 3600.0, "day": 86_400, "week": 604_800, "month": 2_592_000][list.period.rawValue]
                #expect(earthquakes.allSatisfy { start.timeIntervalSince($0.date) <= oldest! + 60 })
                if let least = Double(list.magnitude.rawValue) {
                    #expect(earthquakes.allSatisfy { $0.magnitude ?? -1 >= least })
                }
            }
            let paths = upstreams.control.requests.map(\.path)
            #expect(paths.contains("/usgs/earthquakes/feed/v1.0/summary/significant_month.geojson"))
            #expect(Set(paths).count == 20)
        }
    }

    @Test("A list contains every field of an earthquake")
    func fields() async throws {
        try await withUpstreams { upstreams in
            let summary = try await upstreams.summary(
                of: feature(
                    "us7",
                    """
                    "mag": 5.2, "magType": "mb", "place": "Kermadec Islands", "updated": 1790000000500, "tsunami": 1,
                    "url": "https://earthquake.example/us7", "felt": 12, "alert": "orange", "status": "reviewed", "sig": 416,
                    "type": "earthquake", "title": "M 5.2 - Kermadec Islands", "ids": ",at1,us7,"
                    """))
            let earthquake = try #require(summary.earthquakes.first)
            #expect(earthquake.id == "us7" && earthquake.ids == ["us7", "at1"])
            #expect(earthquake.magnitude == 5.2 && earthquake.magnitudeType == "mb" && earthquake.depth == 35)
            #expect(earthquake.longitude == -177.07 && earthquake.latitude == -29.2 && earthquake.mayHaveTsunami)
            #expect(earthquake.date == Date(timeIntervalSince1970: 1_789_999_000))
            #expect(earthquake.updated == Date(timeIntervalSince1970: 1_790_000_000.5))
            #expect(earthquake.alert == "orange" && earthquake.felt == 12 && earthquake.significance == 416)
            #expect(summary.generated == Date(timeIntervalSince1970: 1_790_000_000) && summary.skipped.isEmpty)
        }
    }

    @Test(
        "A list may lack the magnitude, the place and the geometry of an earthquake",
        arguments: [
            feature("us1"), feature("us1", "\"mag\": null, \"place\": null, \"tsunami\": null"),
            feature("us1", geometry: "null"), feature("us1", geometry: "{\"type\": \"Point\", \"coordinates\": null}"),
            feature("us1", geometry: "{\"type\": \"Point\", \"coordinates\": []}"),
            feature("us1", geometry: "{\"type\": \"Point\", \"coordinates\": [null, 91, null]}"),
        ])
    func bare(feature: String) async throws {
        try await withUpstreams { upstreams in
            let summary = try await upstreams.summary(of: feature)
            let earthquake = try #require(summary.earthquakes.first)
            #expect(summary.skipped.isEmpty && earthquake.magnitude == nil && !earthquake.mayHaveTsunami)
            let entry = earthquake.entry
            #expect(entry.plainTitle == "M ? - unknown place" && entry.measure("magnitude")?.value == nil)
            #expect((entry.location == nil) == !feature.contains("-177.07"))
        }
    }

    @Test("A list loses only the elements that can't be read, and reports them")
    func skipped() async throws {
        try await withUpstreams { upstreams in
            let broken = [
                "null", "7", "{}", "{\"id\": \"x\", \"properties\": null}", feature("us2", "\"mag\": \"strong\""),
                feature("us3").replacing("1789999000000", with: "1e300"),
                feature("us4").replacing("\"us4\"", with: "4"),
            ]
            let summary = try await upstreams.summary(of: ([feature("us1")] + broken).joined(separator: ","))
            #expect(summary.earthquakes.map(\.id) == ["us1"] && summary.skipped.count == broken.count)
            #expect(summary.skipped.contains { $0.item == "us2" && $0.reason.contains("mag") })
        }
    }

    @Test("A list fails if nothing in it can be read, unless it's empty")
    func nothing() async throws {
        try await withUpstreams { upstreams in
            let empty = try await upstreams.summary(of: "")
            #expect(empty.earthquakes.isEmpty && empty.skipped.isEmpty)
            let error = await #expect(throws: HTTPError.self) { try await upstreams.summary(of: "null, {}") }
            #expect(error.map(HTTPError.isUndecodable) == true)
        }
    }

    @Test("A list has deleted events separately")
    func deleted() async throws {
        try await withUpstreams { upstreams in
            let summary = try await upstreams.summary(
                of: feature("us1") + "," + feature("us2", "\"status\": \"deleted\", \"ids\": \",us2,nc2,\""))
            #expect(summary.earthquakes.map(\.id) == ["us1"] && summary.deleted == ["us2", "nc2"])
        }
    }
}

@Suite("An earthquake") struct EarthquakeTests {
    private func earthquake(_ properties: String, geometry: String? = nil) async throws -> Earthquake {
        var found: Earthquake?
        try await withUpstreams {
            found = try await $0.summary(of: feature("us1", properties, geometry: geometry)).earthquakes.first
        }
        return try #require(found)
    }

    @Test("An earthquake is shown with its magnitude first, and other facts below its title")
    func entry() async throws {
        let entry = try await earthquake(
            """
            "mag": 6.52, "magType": "mww", "tsunami": 1, "felt": 1, "alert": "yellow", "title": "M 6.5 - Somewhere",
            "status": "automatic", "type": "earthquake", "url": "https://earthquake.example/us1"
            """
        ).entry
        #expect(entry.lead == .measure && entry.measures.first?.words == "6.5 mag")
        #expect(
            entry.facts.map(\.text) == [
                "35 km deep", "29.2° S 177.1° W", "yellow alert", "1 felt report", "tsunami information",
            ])
        #expect(
            entry.summary
                == "Magnitude 6.5 (mww), 35 km deep. Yellow alert. 1 felt report. See tsunami.gov for tsunami information. Located automatically, not reviewed yet."
        )
    }

    @Test("An earthquake below magnitude 0 is shown with a minus sign")
    func negative() async throws {
        let entry = try await earthquake("\"mag\": -0.4, \"type\": \"quarry blast\"").entry
        #expect(entry.measures.first?.words == "−0.4 mag" && entry.kind.id == "quarry blast")
        #expect(entry.facts.first?.text == "quarry blast")
    }

    @Test("An earthquake is stored unchanged")
    func stored() async throws {
        let earthquake = try await earthquake("\"mag\": 1.05, \"updated\": 1790000000500")
        let data = try JSONEncoder().encode(earthquake)
        #expect(try JSONDecoder().decode(Earthquake.self, from: data) == earthquake)
    }
}
