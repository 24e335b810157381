import Platform
import WebText

/// The earthquake lists of the USGS, such as `2.5_day.geojson`, generated each minute.
struct USGSSample: Sample {
    static let api = UpstreamAPI.usgs
    static let basePath = "/usgs/earthquakes/feed/v1.0/summary"
    static let variable: String? = "FRESHET_USGS_URL"

    private let book: EarthquakeBook

    init(_ world: World) { book = EarthquakeBook(world: world) }

    func response(_ request: SampleRequest, path: [String]) -> SampleResponse {
        guard path.count == 1, let file = path.first, file.hasSuffix(".geojson") else { return Self.nothing }
        let words = file.dropLast(".geojson".count).split(separator: "_").map(String.init)
        guard words.count == 2, let days = Self.periods[words[1]], Self.magnitudes.contains(words[0]) else {
            return Self.nothing
        }
        // Lists are generated each minute, and cached until then.
        let made = Date(timeIntervalSince1970: (request.now.timeIntervalSince1970 / 60).rounded(.down) * 60)
        let earthquakes = book.earthquakes(at: made, days: days).filter { $0.isIn(words[0]) }
        let body = list(earthquakes, made: made, address: request.origin + request.target, words).text()
        let tag = "\"" + String(FNV1a.hash64(body), radix: 16) + "\""
        let headers = [("Cache-Control", "public, max-age=60"), ("ETag", tag)]
        if request.header("if-none-match") == tag { return SampleResponse(304, headers: headers) }
        return SampleResponse(
            200, headers: [("Content-Type", "application/json; charset=utf-8")] + headers, body: body)
    }

    private func list(_ earthquakes: [SampleEarthquake], made: Date, address: String, _ words: [String]) -> JSON {
        let name = words[0] == "all" ? "All" : words[0] == "significant" ? "Significant" : "Magnitude \(words[0])+"
        return [
            "type": "FeatureCollection",
            "metadata": [
                "generated": .int(Int(made.timeIntervalSince1970) * 1000), "url": .string(address),
                "title": .string(
                    "USGS \(name) Earthquakes, Past " + words[1].prefix(1).uppercased() + words[1].dropFirst()),
                "status": 200, "api": "1.10.3", "count": .int(earthquakes.count),
            ],
            "features": .array(earthquakes.map(\.json)), "bbox": [-180, -90, 0, 180, 90, 100],
        ]
    }

    private static let periods: [String: Double] = ["hour": 1 / 24, "day": 1, "week": 7, "month": 30]
    private static let magnitudes = ["all", "1.0", "2.5", "4.5", "significant"]
    private static let nothing = SampleResponse(404, html: "<html><head><title>404 Not Found</title></head></html>")
}

extension UpstreamAPI {
    /// The earthquake lists of the USGS, under `/usgs`.
    package static let usgs = UpstreamAPI(prefix: "usgs")
}

extension SampleUpstreams {
    /// The earthquake lists, in place of `https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary`.
    ///
    /// Of 100 consecutive earthquakes four disappear, ten change their preferred ids, and two have no magnitude.
    package var usgsURL: URL { address(USGSSample.basePath) }
}
