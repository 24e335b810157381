public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The earthquakes of a list, and what of it could not be read.
public struct EarthquakeSummary: Sendable, Hashable {
    /// The earthquakes, newest first.
    public let earthquakes: [Earthquake]
    /// The ids of events that turned out to be none.
    public let deleted: Set<String>
    /// Elements that could not be read, with the reason.
    public let skipped: [SkippedItem]
    /// When the upstream made the list.
    public let generated: Date?
}

extension EarthquakeSummary: Decodable {
    private enum CodingKeys: CodingKey { case metadata, features }

    private struct Metadata: Decodable {
        let generated: WireTime?
    }

    /// Reads the GeoJSON. Fails if there are elements and none can be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let features = try container.decode(LossyList<WireEarthquake>.self, forKey: .features)
        if features.elements.isEmpty, let first = features.skipped.first {
            throw DecodingError.dataCorruptedError(
                forKey: .features, in: container,
                debugDescription: "none of the \(features.skipped.count) earthquakes can be read: \(first.reason)")
        }
        earthquakes = features.elements.filter { !$0.isDeleted }.map(\.earthquake).sorted { $0.date > $1.date }
        deleted = Set(features.elements.filter(\.isDeleted).flatMap(\.earthquake.ids))
        skipped = features.skipped
        generated = try container.decodeIfPresent(Metadata.self, forKey: .metadata)?.generated?.date
    }
}
