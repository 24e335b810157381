import Platform

/// A made-up natural event with all its positions, including future ones.
struct NaturalEvent: Sendable {
    var number = 0
    let category: String
    let title: String
    var description: String?
    /// Ids and addresses.
    let sources: [(id: String, url: String)]
    /// Oldest first.
    let positions: [Position]
    /// When it ends; nil for never.
    var closes: Date?

    struct Position: Sendable {
        let date: Date
        /// Such as `35.00`.
        var magnitude: String?
        var unit: String?
        let place: Place
    }

    enum Place: Sendable {
        case point(longitude: Double, latitude: Double)
        /// The coordinates in the upstream's order, which is reversed for floods.
        case polygon([(Double, Double)], isLatitudeFirst: Bool)
    }

    var entered: Date { positions.first?.date ?? .distantFuture }

    func positions(at now: Date) -> [Position] { positions.filter { $0.date <= now } }

    func closed(at now: Date) -> Date? { closes.flatMap { $0 <= now ? $0 : nil } }
}

extension NaturalEvent.Place {
    /// The corners as longitude and latitude.
    var corners: [(longitude: Double, latitude: Double)] {
        switch self {
        case .point(let longitude, let latitude): [(longitude, latitude)]
        case .polygon(let corners, let isLatitudeFirst):
            corners.map { isLatitudeFirst ? ($0.1, $0.0) : ($0.0, $0.1) }
        }
    }
}
