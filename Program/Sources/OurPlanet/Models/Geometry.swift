#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where an event was at one time, and how strong.
///
/// Its coded form is kept on disk: `type`, `coordinates`, `date` in seconds since 1970, and `magnitude` if there is one.
public struct Geometry: Sendable, Hashable, Codable {
    /// When; midnight UTC often means "that day".
    public let date: Date
    /// Where, longitude first, also where the upstream tells it the other way round.
    public let shape: Shape
    /// How strong or large it was then.
    public let magnitude: Magnitude?

    /// Describes a geometry.
    public init(date: Date, shape: Shape, magnitude: Magnitude?) {
        self.date = date
        self.shape = shape
        self.magnitude = magnitude
    }

    private enum CodingKeys: String, CodingKey {
        case date, magnitude
    }

    /// Reads the form that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .date))
        magnitude = try container.decodeIfPresent(Magnitude.self, forKey: .magnitude)
        shape = try Shape(from: decoder)
    }

    /// Writes the form that is kept, whatever the encoder's strategy for dates.
    public func encode(to encoder: any Encoder) throws {
        try shape.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date.timeIntervalSince1970, forKey: .date)
        try container.encodeIfPresent(magnitude, forKey: .magnitude)
    }
}
