import Platform
import WebText

/// The parameters of `/events` and `/categories/{id}`.
struct EventFilter: Sendable {
    private let request: SampleRequest
    private let now: Date
    private let categories: [String]
    private let sources: [String]

    /// - Parameter category: the only category, or nil for those of the query.
    init(_ request: SampleRequest, category: String? = nil) {
        self.request = request
        now = request.now
        let asked = request.parameters["category"]?.split(separator: ",").map(String.init) ?? []
        // An invalid id is ignored, so that all events are returned, like the real API reportedly does.
        categories = category.map { [$0] } ?? asked.filter { EventCategory.named($0) != nil }
        sources = request.parameters["source"]?.split(separator: ",").map(String.init) ?? []
    }

    func events(of book: EventBook) -> [NaturalEvent] {
        let found = book.events(at: now).filter(holds)
        guard let limit = request.number("limit"), limit >= 0 else { return found }
        return Array(found.prefix(Int(limit)))
    }

    private func holds(_ event: NaturalEvent) -> Bool {
        let positions = event.positions(at: now)
        guard let newest = positions.last, isOfStatus(event) else { return false }
        if !categories.isEmpty, !categories.contains(event.category) { return false }
        if !sources.isEmpty, !event.sources.contains(where: { sources.contains($0.id) }) { return false }
        // Filters by the newest position, open or closed.
        if let days = request.number("days"), newest.date < now.addingTimeInterval(-days * 86400) { return false }
        return isInTime(positions) && isInBox(positions) && isOfMagnitude(positions)
    }

    private func isOfStatus(_ event: NaturalEvent) -> Bool {
        let isClosed = event.closed(at: now) != nil
        switch request.parameters["status"] {
        case "all": return true
        case "closed": return isClosed
        default: return !isClosed
        }
    }

    private func isInTime(_ positions: [NaturalEvent.Position]) -> Bool {
        let start = request.parameters["start"].flatMap { Date(internetDateTime: $0) } ?? .distantPast
        let end =
            request.parameters["end"].flatMap { Date(internetDateTime: $0) }?.addingTimeInterval(86400)
            ?? .distantFuture
        return positions.contains { $0.date >= start && $0.date < end }
    }

    /// `bbox=minLon,maxLat,maxLon,minLat`: the upper left and the lower right corner.
    private func isInBox(_ positions: [NaturalEvent.Position]) -> Bool {
        guard let box = request.parameters["bbox"]?.split(separator: ",").compactMap({ Double($0) }), box.count == 4
        else {
            return true
        }
        return positions.contains { position in
            position.place.corners.contains { corner in
                corner.longitude >= box[0] && corner.longitude <= box[2] && corner.latitude <= box[1]
                    && corner.latitude >= box[3]
            }
        }
    }

    private func isOfMagnitude(_ positions: [NaturalEvent.Position]) -> Bool {
        guard let id = request.parameters["magID"], let unit = Magnitude.all.first(where: { $0.id == id })?.unit else {
            return true
        }
        let least = request.number("magMin") ?? -.infinity
        let most = request.number("magMax") ?? .infinity
        return positions.contains { position in
            guard position.unit == unit, let value = position.magnitude.flatMap({ Double($0) }) else { return false }
            return value >= least && value <= most
        }
    }
}

/// The units of magnitudes.
struct Magnitude: Sendable {
    let id: String
    let name: String
    let unit: String
    let description: String

    static let all: [Magnitude] = [
        .init(id: "ac", name: "Acres", unit: "acres", description: "How large a fire is."),
        .init(id: "ha", name: "Hectare", unit: "hectare", description: "How large a fire is."),
        .init(id: "mag_kts", name: "Avg Max Windspeed (kts)", unit: "kts", description: "How fast a storm blows."),
        .init(id: "mms", name: "Moment Magnitude Scale", unit: "Mw", description: "How strong an earthquake is."),
        .init(id: "sq_NM", name: "Area (Nautical Miles)", unit: "NM^2", description: "How large an iceberg is."),
    ]
}

/// One of EONET's thirteen categories, with EONET's id and title and a made-up description.
struct EventCategory: Sendable {
    let id: String
    let title: String
    let description: String

    static let all: [EventCategory] = [
        .init(id: "drought", title: "Drought", description: "Long times without rain."),
        .init(id: "dustHaze", title: "Dust and Haze", description: "Dust storms and other aerosols."),
        .init(id: "earthquakes", title: "Earthquakes", description: "All manner of shaking."),
        .init(id: "floods", title: "Floods", description: "Water beyond the banks of rivers and lakes."),
        .init(id: "landslides", title: "Landslides", description: "Landslides, mudslides, avalanches."),
        .init(id: "manmade", title: "Manmade", description: "Extreme events that people caused."),
        .init(id: "seaLakeIce", title: "Sea and Lake Ice", description: "Ice on oceans and lakes, icebergs included."),
        .init(id: "severeStorms", title: "Severe Storms", description: "Cyclones, tornadoes and their like."),
        .init(id: "snow", title: "Snow", description: "Snow that is extreme in time or depth."),
        .init(id: "tempExtremes", title: "Temperature Extremes", description: "Unusual heat or cold."),
        .init(id: "volcanoes", title: "Volcanoes", description: "Eruptions and their plumes."),
        .init(id: "waterColor", title: "Water Color", description: "Algae, sediment and what else colors water."),
        .init(id: "wildfires", title: "Wildfires", description: "Fires in forests and plains."),
    ]

    static func named(_ id: String) -> EventCategory? { all.first { $0.id == id } }
}
