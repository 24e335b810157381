public import FreshetHTTP
public import Platform

/// The earthquakes of a list, and unreadable elements.
public struct EarthquakeSummary: Sendable, Hashable {
    /// The earthquakes, newest first.
    public let earthquakes: [Earthquake]
    /// The ids of deleted events, which weren't earthquakes.
    public let deleted: Set<String>
    /// Unreadable elements, with the reason.
    public let skipped: [SkippedItem]
    /// When the upstream generated the list.
    public let generated: Date?
}

extension EarthquakeSummary: Decodable {
    private enum CodingKeys: CodingKey { case metadata, features }

    private struct Metadata: Decodable {
        let generated: WireTime?
    }

    /// Decodes the GeoJSON. Fails if no element is readable.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let features = try container.decode(ReadableList<WireEarthquake>.self, forKey: .features)
        earthquakes = features.elements.filter { !$0.isDeleted }.map(\.earthquake).sorted { $0.date > $1.date }
        deleted = Set(features.elements.filter(\.isDeleted).flatMap(\.earthquake.ids))
        skipped = features.skipped
        generated = try container.decodeIfPresent(Metadata.self, forKey: .metadata)?.generated?.date
    }
}
