/// A position on Earth.
///
/// Encoded as `[longitude, latitude]`, as in EONET and GeoJSON.
package struct Position: Sendable, Hashable, Codable {
    /// The longitude in degrees, -180 to 180; EONET may exceed this across the date line.
    package let longitude: Double
    /// The latitude in degrees, -90 to 90.
    package let latitude: Double

    /// Creates a position.
    package init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Decodes `[longitude, latitude]`, ignoring an altitude.
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        longitude = try container.decode(Double.self)
        latitude = try container.decode(Double.self)
    }

    /// Encodes `[longitude, latitude]`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(longitude)
        try container.encode(latitude)
    }

    var swapped: Position { Position(longitude: latitude, latitude: longitude) }
}
