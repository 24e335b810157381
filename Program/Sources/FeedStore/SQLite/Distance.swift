import GRDB
import Platform

/// The distance between two positions on Earth, in kilometers.
enum Distance {
    /// `feed_distance(latitude, longitude, latitude, longitude)` in SQL; NULL if an argument is NULL.
    static let function = DatabaseFunction("feed_distance", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap { value -> Double? in
            switch value.storage {
            case .double(let number): number
            case .int64(let number): Double(number)
            default: nil
            }
        }
        guard numbers.count == 4 else { return nil }
        return kilometers(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// The haversine formula on a sphere of Earth's mean radius; arguments are latitudes and longitudes in degrees.
    static func kilometers(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double) -> Double
    {
        let radian = Double.pi / 180
        let north = sin((latitude2 - latitude) * radian / 2)
        let east = sin((longitude2 - longitude) * radian / 2)
        let square = north * north + cos(latitude * radian) * cos(latitude2 * radian) * east * east
        return 2 * 6_371.0088 * asin(min(1, square.squareRoot()))
    }
}
