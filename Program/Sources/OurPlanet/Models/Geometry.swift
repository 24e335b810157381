import Platform

/// The shape of an event at one time.
///
/// Encoded as `type` and `coordinates`, as in GeoJSON.
package enum Shape: Sendable, Hashable, Codable {
    /// A point.
    case point(Position)
    /// A track, from its first to its last position; EONET reported moving events this way in 2021.
    case line([Position])
    /// An area: its outer ring, then holes.
    case polygon([[Position]])

    /// The position for a marker: the point, the end of the track, or the centroid of the area's outer ring.
    ///
    /// Nil without positions.
    package var position: Position? {
        switch self {
        case .point(let position): position
        case .line(let positions): positions.last
        case .polygon(let rings): rings.first.flatMap(Ring.center)
        }
    }

    /// All positions.
    var positions: [Position] {
        switch self {
        case .point(let position): [position]
        case .line(let positions): positions
        case .polygon(let rings): rings.flatMap { $0 }
        }
    }

    /// The shape with longitude and latitude swapped.
    var swapped: Shape {
        switch self {
        case .point(let position): .point(position.swapped)
        case .line(let positions): .line(positions.map(\.swapped))
        case .polygon(let rings): .polygon(rings.map { $0.map(\.swapped) })
        }
    }

    private enum CodingKeys: String, CodingKey {
        case type, coordinates
    }

    /// Reads `type` and `coordinates`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "Point": self = .point(try container.decode(Position.self, forKey: .coordinates))
        case "LineString": self = .line(try container.decode([Position].self, forKey: .coordinates))
        case "Polygon": self = .polygon(try container.decode([[Position]].self, forKey: .coordinates))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "\(type) isn't Point, LineString or Polygon")
        }
    }

    /// Writes `type` and `coordinates`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .point(let position):
            try container.encode("Point", forKey: .type)
            try container.encode(position, forKey: .coordinates)
        case .line(let positions):
            try container.encode("LineString", forKey: .type)
            try container.encode(positions, forKey: .coordinates)
        case .polygon(let rings):
            try container.encode("Polygon", forKey: .type)
            try container.encode(rings, forKey: .coordinates)
        }
    }
}

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

/// Plane geometry of an area's outline in degrees, accurate enough for a marker on a map.
enum Ring {
    /// The centroid, or the mean of the positions if the outline has no area.
    ///
    /// Works across the date line.
    static func center(_ ring: [Position]) -> Position? {
        guard let first = ring.first else { return nil }
        // Longitudes are relative to the first position, so that they don't jump at the date line.
        let points = ring.map { (x: first.longitude + turn($0.longitude - first.longitude), y: $0.latitude) }
        var area = 0.0
        var sum = (x: 0.0, y: 0.0)
        for (index, one) in points.enumerated() {
            let next = points[(index + 1) % points.count]
            // Relative to the first position, for precision in small areas far from the origin.
            let from = (x: one.x - first.longitude, y: one.y - first.latitude)
            let to = (x: next.x - first.longitude, y: next.y - first.latitude)
            let cross = from.x * to.y - to.x * from.y
            area += cross
            sum.x += (from.x + to.x) * cross
            sum.y += (from.y + to.y) * cross
        }
        guard abs(area) > 1e-12 else { return mean(points, closed: ring.count > 1 && ring.last == first) }
        return Position(
            longitude: turn(first.longitude + sum.x / (3 * area)), latitude: first.latitude + sum.y / (3 * area))
    }

    private static func mean(_ points: [(x: Double, y: Double)], closed: Bool) -> Position {
        let points = closed ? points.dropLast() : points[...]
        let count = Double(points.count)
        return Position(
            longitude: turn(points.reduce(0) { $0 + $1.x } / count), latitude: points.reduce(0) { $0 + $1.y } / count)
    }

    /// The same longitude within -180 to 180.
    private static func turn(_ degrees: Double) -> Double {
        (-180...180).contains(degrees) ? degrees : degrees - 360 * (degrees / 360).rounded()
    }
}

/// The position and magnitude of an event at one time.
///
/// The encoded form is stored: `type`, `coordinates`, `date`, and an optional `magnitude`.
package struct Geometry: Sendable, Hashable, Codable {
    /// The time; midnight UTC often means the whole day.
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
