import FreshetHTTP
import Platform
import WebText

/// An earthquake, or another seismic event such as a quarry blast.
///
/// The encoded form is stored.
package struct Earthquake: Sendable, Hashable, Codable, Identifiable {
    /// The id under which it was first seen. The upstream's preferred id may change later.
    package internal(set) var id: String
    /// All ids of the event, the upstream's preferred one first.
    package internal(set) var ids: [String]
    /// The title: `M 5.2 - Kermadec Islands, New Zealand`.
    package let title: String
    /// The place in words.
    package let place: String?
    /// The type: `earthquake`, `quarry blast`, `explosion`, ….
    package let type: String
    /// The date of the earthquake.
    package let date: Date
    /// The date of the upstream's last update.
    package let updated: Date
    /// The magnitude, which is negative for the weakest earthquakes.
    package let magnitude: Double?
    /// The scale of the magnitude: `mb`, `ml`, `mww`, ….
    package let magnitudeType: String?
    /// The longitude in degrees.
    package let longitude: Double?
    /// The latitude in degrees.
    package let latitude: Double?
    /// The depth in kilometers.
    package let depth: Double?
    /// The web page.
    package let url: URL?
    /// True if it was large and in an oceanic region, which doesn't mean that there was a tsunami.
    package let mayHaveTsunami: Bool
    /// The estimated impact: `green`, `yellow`, `orange` or `red`.
    package let alert: String?
    /// The number of felt reports.
    package let felt: Int?
    /// The significance, from 0 to 1000 and above.
    package let significance: Int?
    /// `automatic` or `reviewed`.
    package let status: String?
    /// True if its list has dropped it: the event was deleted, or revised to below the list's magnitude.
    package internal(set) var isWithdrawn: Bool?
}

/// The earthquakes of a list, and unreadable elements.
package struct EarthquakeSummary: Sendable, Hashable {
    /// The earthquakes, newest first.
    package let earthquakes: [Earthquake]
    /// The ids of deleted events, which weren't earthquakes.
    package let deleted: Set<String>
    /// Unreadable elements, with the reason.
    package let skipped: [SkippedItem]
    /// The date at which the upstream generated the list.
    package let generated: Date?
}

extension EarthquakeSummary: Decodable {
    private enum CodingKeys: CodingKey { case metadata, features }

    private struct Metadata: Decodable {
        let generated: WireTime?
    }

    /// Decodes the GeoJSON. Fails if no element is readable.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let features = try container.decode(ReadableList<WireEarthquake>.self, forKey: .features)
        earthquakes = features.elements.filter { !$0.isDeleted }.map(\.earthquake).sorted { $0.date > $1.date }
        deleted = Set(features.elements.filter(\.isDeleted).flatMap(\.earthquake.ids))
        skipped = features.skipped
        generated = try container.decodeIfPresent(Metadata.self, forKey: .metadata)?.generated?.date
    }
}

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
