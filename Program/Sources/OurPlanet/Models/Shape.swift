/// The form that an event has at one time.
///
/// Coded as `type` and `coordinates`, as in GeoJSON.
public enum Shape: Sendable, Hashable, Codable {
    /// One place.
    case point(Position)
    /// A way, from its first place to its last; EONET told moving events so in 2021.
    case line([Position])
    /// An area: its outer ring, then holes.
    case polygon([[Position]])

    /// Where to put a mark: the place, the end of the way, or the centre of gravity of the area's outer ring.
    ///
    /// Nil when there are no places.
    public var position: Position? {
        switch self {
        case .point(let position): position
        case .line(let positions): positions.last
        case .polygon(let rings): rings.first.flatMap(Ring.center)
        }
    }

    /// All places in it.
    var positions: [Position] {
        switch self {
        case .point(let position): [position]
        case .line(let positions): positions
        case .polygon(let rings): rings.flatMap { $0 }
        }
    }

    /// The same with longitude and latitude exchanged.
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
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case "Point": self = .point(try container.decode(Position.self, forKey: .coordinates))
        case "LineString": self = .line(try container.decode([Position].self, forKey: .coordinates))
        case "Polygon": self = .polygon(try container.decode([[Position]].self, forKey: .coordinates))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "\(type) is none of Point, LineString, Polygon")
        }
    }

    /// Writes `type` and `coordinates`.
    public func encode(to encoder: any Encoder) throws {
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
