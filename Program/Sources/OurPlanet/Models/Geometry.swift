import Platform

/// The position and magnitude of an event at one time.
///
/// The encoded form is stored: `type`, `coordinates`, `date`, and an optional `magnitude`.
package struct Geometry: Sendable, Hashable, Codable {
    /// The time; midnight UTC often stands for the whole day.
    package let date: Date
    /// The shape, longitude first, also where the upstream sends latitude first.
    package let shape: Shape
    /// The magnitude at that time.
    package let magnitude: Magnitude?

    /// Creates a geometry.
    package init(date: Date, shape: Shape, magnitude: Magnitude?) {
        self.date = date
        self.shape = shape
        self.magnitude = magnitude
    }

    private enum CodingKeys: String, CodingKey {
        case date, magnitude
    }

    /// Decodes the stored form.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        date = try container.decode(Date.self, forKey: .date)
        magnitude = try container.decodeIfPresent(Magnitude.self, forKey: .magnitude)
        shape = try Shape(from: decoder)
    }

    /// Encodes the stored form.
    package func encode(to encoder: any Encoder) throws {
        try shape.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(date, forKey: .date)
        try container.encodeIfPresent(magnitude, forKey: .magnitude)
    }
}
