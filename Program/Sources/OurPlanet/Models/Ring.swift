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
