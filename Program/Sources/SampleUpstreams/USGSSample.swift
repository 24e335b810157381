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

/// All earthquakes, numbered: one every 15 minutes before the start, with negative numbers, and one every 2 minutes after it.
struct EarthquakeBook: Sendable {
    let world: World

    /// The earthquakes of the last days, newest first.
    func earthquakes(at now: Date, days: Double) -> [SampleEarthquake] {
        let start = now.addingTimeInterval(-days * 86_400)
        var earthquakes: [SampleEarthquake] = []
        var number = newest(at: now)
        while date(number) > start {
            if let earthquake = earthquake(number, at: now) { earthquakes.append(earthquake) }
            number -= 1
        }
        return earthquakes
    }

    private func newest(at now: Date) -> Int {
        let seconds = now.timeIntervalSince(world.start)
        return Int((seconds / (seconds < 0 ? Self.historySpacing : world.pace(120))).rounded(.down))
    }

    private static let historySpacing: Double = 900

    private func date(_ number: Int) -> Date {
        let offset = Double(number) * (number < 0 ? Self.historySpacing : world.pace(120))
        return world.start.addingTimeInterval(offset.rounded(.down))
    }

    /// An earthquake as known at an instant; nil if it was deleted.
    private func earthquake(_ number: Int, at now: Date) -> SampleEarthquake? {
        let date = date(number)
        let age = now.timeIntervalSince(date)
        let turn = (number % 100 + 100) % 100
        if turn % 25 == 7, age >= 900 { return nil }
        var chance = SeededRandom(world.seed, "earthquake", number)
        // Stronger ones are rarer.
        var tenths = chance.number(-3..<3)
        while tenths < 75, chance.number(0..<100) < (tenths < 40 ? 82 : 68) { tenths += chance.number(2..<5) }
        let zone = chance.one(of: Self.zones)
        let place =
            "\(chance.number(2..<140)) km \(chance.one(of: Self.directions)) of \(chance.one(of: Places.counties))"
        let longitude = zone.longitude + chance.fraction(-4..<4)
        let latitude = zone.latitude + chance.fraction(-4..<4)
        let depth = chance.fraction(0.5..<90)
        let revision = chance.number(-2..<3)
        let felt = tenths < 25 ? nil : chance.number(1..<tenths * 3)
        let isReviewed = age >= 600
        if !isReviewed { tenths += revision }
        let code = String(700_000 + number, radix: 36)
        // The local network's id first; the worldwide network's once the event is reviewed.
        let ids = turn % 10 == 3 && isReviewed ? ["us7" + code, zone.network + code] : [zone.network + code]
        return SampleEarthquake(
            ids: ids, date: date, updated: date.addingTimeInterval(isReviewed ? 600 : 60),
            tenths: turn % 50 == 11 ? nil : tenths, place: turn == 61 ? nil : place,
            type: tenths < 20 && turn % 16 == 5 ? "quarry blast" : "earthquake", longitude: longitude,
            latitude: latitude, depth: depth, felt: isReviewed ? felt : nil, isReviewed: isReviewed)
    }

    /// Made up, but in seismic regions.
    private static let zones: [(network: String, longitude: Double, latitude: Double)] = [
        ("nc", -122, 38), ("ci", -117, 34), ("ak", -151, 61), ("ak", -160, 55), ("us", 142, 38), ("us", -71, -30),
        ("us", 120, -8), ("us", -177, -29), ("us", 26, 38), ("us", 70, 36), ("us", -90, 13), ("us", 154, -5),
    ]
    private static let directions = ["N", "NNE", "NE", "E", "SE", "SSE", "S", "SW", "WSW", "W", "NW", "NNW"]
}

/// A made-up earthquake, as known at an instant.
struct SampleEarthquake: Sendable {
    /// The ids, the preferred one first.
    let ids: [String]
    let date: Date
    let updated: Date
    /// The magnitude in tenths.
    let tenths: Int?
    let place: String?
    let type: String
    let longitude: Double
    let latitude: Double
    let depth: Double
    let felt: Int?
    let isReviewed: Bool

    /// True if a list contains it: `all`, `2.5`, `significant`.
    func isIn(_ list: String) -> Bool {
        switch list {
        case "all": true
        case "significant": significance >= 600
        default: tenths.map { $0 >= Int(list.filter { $0 != "." }) ?? 0 } ?? false
        }
    }

    /// A GeoJSON feature.
    var json: JSON {
        let id = ids[0]
        let (network, code) = (String(id.prefix(2)), String(id.dropFirst(2)))
        let pages = "https://earthquake.example/earthquakes"
        let properties: JSON = [
            "mag": tenths.map { .number(Self.decimal($0)) } ?? .null, "place": .optional(place),
            "time": milliseconds(date), "updated": milliseconds(updated), "tz": nil,
            "url": .string("\(pages)/eventpage/\(id)"),
            "detail": .string("\(pages)/feed/v1.0/detail/\(id).geojson"), "felt": felt.map(JSON.int) ?? .null,
            "cdi": felt == nil ? .null : .number("3.1"), "mmi": nil, "alert": .optional(alert),
            "status": .string(isReviewed ? "reviewed" : "automatic"), "tsunami": .int((tenths ?? 0) >= 65 ? 1 : 0),
            "sig": .int(significance), "net": .string(network), "code": .string(code),
            "ids": .string("," + ids.joined(separator: ",") + ","),
            "sources": .string("," + ids.map { String($0.prefix(2)) }.joined(separator: ",") + ","),
            "types": ",origin,phase-data,", "nst": tenths.map { .int(10 + $0) } ?? .null, "dmin": nil,
            "rms": .number("0.46"), "gap": nil, "magType": tenths.map { $0 >= 45 ? "mww" : "ml" } ?? .null,
            "type": .string(type), "title": .string(title),
        ]
        return [
            "type": "Feature", "properties": properties,
            "geometry": [
                "type": "Point",
                "coordinates": [
                    number(longitude, 10_000), number(latitude, 10_000), number(depth, 100),
                ],
            ], "id": .string(id),
        ]
    }

    private var title: String {
        let magnitude = tenths.map(Self.decimal) ?? "?"
        return "M \(magnitude)\(type == "earthquake" ? "" : " " + type.capitalized) - \(place ?? "unknown place")"
    }

    private var significance: Int {
        let tenths = max(0, tenths ?? 0)
        return tenths * tenths * 100 / 650
    }

    private var alert: String? {
        guard let tenths, isReviewed, tenths >= 55 else { return nil }
        return tenths < 65 ? "green" : tenths < 72 ? "yellow" : "orange"
    }

    private func milliseconds(_ date: Date) -> JSON { .int(Int((date.timeIntervalSince1970 * 1000).rounded())) }

    private func number(_ value: Double, _ scale: Double) -> JSON {
        let rounded = (value * scale).rounded() / scale
        return rounded == rounded.rounded() ? .int(Int(rounded)) : .number("\(rounded)")
    }

    /// `-3` → `-0.3`
    private static func decimal(_ tenths: Int) -> String {
        (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
