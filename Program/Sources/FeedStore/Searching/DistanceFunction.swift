import GRDB
import Search

/// The distance between two positions on Earth, in SQL.
enum DistanceFunction {
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
        return Distance.kilometers(numbers[0], numbers[1], numbers[2], numbers[3])
    }
}
