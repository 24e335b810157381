extension Entry {
    /// Where on Earth something is, was, and how far it reaches.
    public struct Location: Sendable, Hashable {
        /// Where it is now, or was last seen.
        public var position: Coordinate
        /// Its way, from the first place to the last; empty where it stays.
        public var track: [Coordinate]
        /// The outline of its area; empty where it has none.
        public var area: [Coordinate]

        /// A place; without a way and an area unless told otherwise.
        public init(position: Coordinate, track: [Coordinate] = [], area: [Coordinate] = []) {
            self.position = position
            self.track = track
            self.area = area
        }
    }

    /// A place in degrees (WGS 84).
    public struct Coordinate: Sendable, Hashable {
        /// Degrees north, -90 to 90.
        public let latitude: Double
        /// Degrees east, -180 to 180 after ``normalized``.
        public let longitude: Double

        /// A place.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The same place with its longitude within -180 to 180; nil for what is no place on Earth.
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
            let number = Int((abs(degrees) * 10).rounded())
            return "\(number / 10).\(number % 10)"
        }
    }
}
