import Platform

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
        /// All earthquakes, including earthquakes of unknown magnitude.
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

extension SummaryList {
    /// The USGS map. Its query names the list, unless it is the default one.
    var map: URL? {
        let query = self == SummaryList() ? "" : "?range=\(period.rawValue)&magnitude=\(magnitude.rawValue)"
        return URL(string: "https://earthquake.usgs.gov/earthquakes/map/" + query)
    }

    /// The list at a USGS address: a file such as `…/summary/2.5_week.geojson`, or the map.
    init?(address text: String) {
        guard let url = URL(string: text.contains("://") ? text : "https://" + text),
            url.host()?.lowercased() == "earthquake.usgs.gov"
        else { return nil }
        let parts = url.path().split(separator: "/").map(String.init)
        if [[], ["earthquakes"], ["earthquakes", "map"]].contains(parts) {
            let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            func word(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
            let usual = SummaryList()
            self.init(
                Period(rawValue: word("range")) ?? usual.period,
                MinimumMagnitude(rawValue: word("magnitude")) ?? usual.magnitude)
            return
        }
        guard parts.dropLast() == ["earthquakes", "feed", "v1.0", "summary"], let file = parts.last,
            let list = Self.all.first(where: { list in Self.formats.contains { list.baseName + $0 == file } })
        else { return nil }
        self = list
    }

    private static let formats = ["", ".geojson", ".atom", ".csv", ".quakeml", "_age.kml", "_depth.kml"]
}

extension SummaryList.Period {
    /// The upstream's name: "Past day", "Past 7 days".
    var name: String {
        switch self {
        case .hour: "Past hour"
        case .day: "Past day"
        case .week: "Past 7 days"
        case .month: "Past 30 days"
        }
    }
}

extension SummaryList.MinimumMagnitude {
    /// The name in a menu of magnitudes: "M2.5+".
    var name: String {
        switch self {
        case .all: "All"
        case .significant: "Significant"
        default: "M\(rawValue)+"
        }
    }

    /// The plural noun: "M2.5+ earthquakes".
    var title: String { name + " earthquakes" }
}
