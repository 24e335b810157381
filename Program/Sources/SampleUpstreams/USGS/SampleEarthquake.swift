import Platform

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

    /// Whether a list contains it: `all`, `2.5`, `significant`.
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
