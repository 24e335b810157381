import FreshetHTTP
import Platform

/// The earthquakes of a list, and unreadable elements.
package struct EarthquakeSummary: Sendable, Hashable {
    /// The earthquakes, newest first.
    package let earthquakes: [Earthquake]
    /// The ids of deleted events, which weren't earthquakes.
    package let deleted: Set<String>
    /// Unreadable elements, with the reason.
    package let skipped: [SkippedItem]
    /// When the upstream generated the list.
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
