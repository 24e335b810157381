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
