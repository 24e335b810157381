import WebText

extension Entry {
    /// A position on Earth, with a track and an area.
    package struct Location: Sendable, Hashable {
        /// The current or last known position.
        package var position: Coordinate
        /// The track from its first to its last position; empty for a single position.
        package var track: [Coordinate]
        /// The outline of the area; empty without one.
        package var area: [Coordinate]

        /// A location, by default without a track and an area.
        package init(position: Coordinate, track: [Coordinate] = [], area: [Coordinate] = []) {
            self.position = position
            self.track = track
            self.area = area
        }
    }

    /// Coordinates in degrees (WGS 84).
    package struct Coordinate: Sendable, Hashable {
        /// The latitude, -90 to 90, north positive.
        package let latitude: Double
        /// The longitude, east positive; -180 to 180 after ``normalized``.
        package let longitude: Double

        /// A coordinate.
        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The same position with its longitude within -180 to 180; nil if the coordinates are invalid.
        package var normalized: Coordinate? {
            guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 720 else { return nil }
            var degrees = longitude.truncatingRemainder(dividingBy: 360)
            if degrees > 180 { degrees -= 360 }
            if degrees < -180 { degrees += 360 }
            return Coordinate(latitude: latitude, longitude: degrees)
        }

        /// `38.5° N 121.2° W`
        package var words: String {
            Self.tenths(latitude) + "° " + (latitude < 0 ? "S" : "N") + " " + Self.tenths(longitude) + "° "
                + (longitude < 0 ? "W" : "E")
        }

        private static func tenths(_ degrees: Double) -> String {
            let number = Int(clamped: (abs(degrees) * 10).rounded())
            return "\(number / 10).\(number % 10)"
        }
    }
}
