/// A USGS list: the earthquakes of a period above a magnitude.
package struct SummaryList: Sendable, Hashable {
    /// The period of a list.
    package enum Period: String, Sendable, Hashable, CaseIterable {
        /// The past hour.
        case hour
        /// The past 24 hours.
        case day
        /// The past 7 days.
        case week
        /// The past 30 days.
        case month

        /// The length in seconds.
        var seconds: Double {
            switch self {
            case .hour: 3600
            case .day: 86_400
            case .week: 7 * 86_400
            case .month: 30 * 86_400
            }
        }
    }

    /// The magnitudes of a list.
    package enum MinimumMagnitude: String, Sendable, Hashable, CaseIterable {
        /// All earthquakes, including those of unknown magnitude.
        case all
        /// Magnitude 1.0 and above.
        case from1 = "1.0"
        /// Magnitude 2.5 and above.
        case from2_5 = "2.5"
        /// Magnitude 4.5 and above.
        case from4_5 = "4.5"
        /// Significant earthquakes, by magnitude, felt reports and damage.
        case significant
    }

    /// The period.
    package let period: Period
    /// The magnitudes.
    package let magnitude: MinimumMagnitude

    /// Magnitude 2.5 and above of the past day by default.
    package init(_ period: Period = .day, _ magnitude: MinimumMagnitude = .from2_5) {
        self.period = period
        self.magnitude = magnitude
    }

    /// Every list.
    package static let all = Period.allCases.flatMap { period in
        MinimumMagnitude.allCases.map { SummaryList(period, $0) }
    }

    /// `2.5_day`
    var baseName: String { "\(magnitude.rawValue)_\(period.rawValue)" }

    /// `2.5_day.geojson`
    var fileName: String { baseName + ".geojson" }
}
