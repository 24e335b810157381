#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

import GRDB

/// The distance between two places on the earth, in kilometers.
enum Distance {
    /// `feed_distance(latitude, longitude, latitude, longitude)` in SQL; NULL when a number is missing.
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

    /// The haversine formula on a sphere of the earth's mean radius; arguments are degrees north and east.
    static func kilometers(_ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double) -> Double
    {
        let radian = Double.pi / 180
        let north = sin((latitude2 - latitude) * radian / 2)
        let east = sin((longitude2 - longitude) * radian / 2)
        let square = north * north + cos(latitude * radian) * cos(latitude2 * radian) * east * east
        return 2 * 6_371.0088 * asin(min(1, square.squareRoot()))
    }
}
