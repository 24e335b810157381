import Platform

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
