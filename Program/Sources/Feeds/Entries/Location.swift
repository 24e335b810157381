import WebText

extension Entry {
    /// A position on Earth, with a track and an area.
    public struct Location: Sendable, Hashable {
        /// The current or last known position.
        public var position: Coordinate
        /// The track from its first to its last position; empty for a single position.
        public var track: [Coordinate]
        /// The outline of the area; empty without one.
        public var area: [Coordinate]

        /// A location, by default without a track and an area.
        public init(position: Coordinate, track: [Coordinate] = [], area: [Coordinate] = []) {
            self.position = position
            self.track = track
            self.area = area
        }
    }

    /// Coordinates in degrees (WGS 84).
    public struct Coordinate: Sendable, Hashable {
        /// The latitude, -90 to 90, north positive.
        public let latitude: Double
        /// The longitude, east positive; -180 to 180 after ``normalized``.
        public let longitude: Double

        /// A coordinate.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The same position with its longitude within -180 to 180; nil if the coordinates are invalid.
        public var normalized: Coordinate? {
            guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 720 else { return nil }
            var degrees = longitude.truncatingRemainder(dividingBy: 360)
            if degrees > 180 { degrees -= 360 }
            if degrees < -180 { degrees += 360 }
            return Coordinate(latitude: latitude, longitude: degrees)
        }

        /// `38.5° N 121.2° W`
        public var words: String {
            Self.tenths(latitude) + "° " + (latitude < 0 ? "S" : "N") + " " + Self.tenths(longitude) + "° "
                + (longitude < 0 ? "W" : "E")
        }

        private static func tenths(_ degrees: Double) -> String {
            let number = Int(clamped: (abs(degrees) * 10).rounded())
            return "\(number / 10).\(number % 10)"
        }
    }
}
