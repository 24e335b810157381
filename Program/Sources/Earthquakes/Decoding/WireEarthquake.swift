import Platform
import WebText

/// An earthquake as a GeoJSON feature.
struct WireEarthquake: Decodable {
    let earthquake: Earthquake
    let isDeleted: Bool

    private enum CodingKeys: CodingKey { case id, properties, geometry }

    private enum PropertyKeys: CodingKey {
        case mag, magType, place, time, updated, url, felt, alert, status, tsunami, sig, type, title, ids
    }

    private struct Point: Decodable {
        let coordinates: [Double?]?
    }

    init(from decoder: any Decoder) throws {
        let feature = try decoder.container(keyedBy: CodingKeys.self)
        let properties = try feature.nestedContainer(keyedBy: PropertyKeys.self, forKey: .properties)
        func text(_ key: PropertyKeys) throws -> String? {
            try properties.decodeIfPresent(String.self, forKey: key)?.ifNotBlank
        }
        let id = try feature.decode(String.self, forKey: .id)
        let others = try text(.ids)?.split(separator: ",").map(String.init) ?? []
        let date = try properties.decode(WireTime.self, forKey: .time).date
        let magnitude = try properties.decodeIfPresent(Double.self, forKey: .mag)
        let place = try text(.place)
        let coordinates = try feature.decodeIfPresent(Point.self, forKey: .geometry)?.coordinates ?? []
        let status = try text(.status)
        let scale = magnitude.map { "M \($0)" } ?? "M ?"
        earthquake = Earthquake(
            id: id, ids: [id] + others.filter { $0 != id },
            title: try text(.title) ?? scale + " - " + (place ?? "unknown place"), place: place,
            type: try text(.type) ?? "earthquake", date: date,
            updated: try properties.decodeIfPresent(WireTime.self, forKey: .updated)?.date ?? date,
            magnitude: magnitude, magnitudeType: try text(.magType), longitude: coordinates.value(at: 0),
            latitude: coordinates.value(at: 1), depth: coordinates.value(at: 2),
            url: try text(.url).flatMap(URL.init(string:)),
            mayHaveTsunami: try properties.decodeIfPresent(Int.self, forKey: .tsunami) ?? 0 != 0,
            alert: try text(.alert), felt: try properties.decodeIfPresent(Int.self, forKey: .felt),
            significance: try properties.decodeIfPresent(Int.self, forKey: .sig), status: status)
        isDeleted = status == "deleted"
    }
}

/// Milliseconds since 1970.
struct WireTime: Decodable, Hashable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let milliseconds = try container.decode(Double.self)
        // The years 0 to 9999.
        guard (-62_167_219_200_000...253_402_300_799_000).contains(milliseconds) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(milliseconds) isn't a time")
        }
        date = Date(timeIntervalSince1970: milliseconds / 1000)
    }
}

extension [Double?] {
    fileprivate func value(at index: Int) -> Double? { indices.contains(index) ? self[index] : nil }
}
