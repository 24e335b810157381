/// A place on Earth.
///
/// Coded as `[longitude, latitude]`, as EONET and GeoJSON do.
public struct Position: Sendable, Hashable, Codable {
    /// Degrees east, -180 to 180 (EONET may go beyond for what crosses the date line).
    public let longitude: Double
    /// Degrees north, -90 to 90.
    public let latitude: Double

    /// Describes a place.
    public init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Reads `[longitude, latitude]`; a height behind them is ignored.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        longitude = try container.decode(Double.self)
        latitude = try container.decode(Double.self)
    }

    /// Writes `[longitude, latitude]`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(longitude)
        try container.encode(latitude)
    }

    var swapped: Position { Position(longitude: latitude, latitude: longitude) }
}
