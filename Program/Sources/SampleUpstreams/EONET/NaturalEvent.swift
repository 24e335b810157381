import Platform
import Synchronization

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
    /// The end of the event; nil for never.
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

/// All natural events: those before the start, made in advance, and later ones, made when they happen.
final class EventBook: Sendable {
    private let history: [NaturalEvent]
    private let grown = Mutex<[NaturalEvent]>([])
    private let maker: EventMaker
    private let world: World

    init(_ world: World) {
        self.world = world
        maker = EventMaker(world: world)
        var events: [NaturalEvent] = []
        for plan in Self.plans {
            for (index, age) in plan.ages.enumerated() {
                let date = world.start.addingTimeInterval(-age * 86400)
                events.append(maker.event(plan.category, index, at: date))
            }
        }
        events.sort { $0.entered < $1.entered }
        for index in events.indices { events[index].number = 15_001 + index }
        history = events
    }

    /// The events that are listed now, newest first.
    func events(at now: Date) -> [NaturalEvent] {
        let count = max(0, Int(now.timeIntervalSince(world.start) / world.pace(300)))
        let grown = grown.withLock { grown in
            while grown.count < count { grown.append(event(grown.count)) }
            return grown.prefix(count)
        }
        return (history + grown).reversed().filter { $0.entered <= now }
    }

    /// An event since the start, numbered from 0.
    private func event(_ number: Int) -> NaturalEvent {
        let date = world.start.addingTimeInterval((Double(number) * world.pace(300)).rounded(.down))
        var event = maker.event(Self.growth[number % Self.growth.count], 10_000 + number, at: date)
        event.number = 16_001 + number
        return event
    }

    private static let growth = [
        "wildfires", "wildfires", "wildfires", "severeStorms", "wildfires", "floods", "wildfires", "wildfires",
        "volcanoes",
        "wildfires", "seaLakeIce", "wildfires",
    ]

    /// For each category, how many days before the start its events began; missing categories are empty.
    private static let plans: [(category: String, ages: [Double])] = [
        ("wildfires", (0..<320).map { 0.4 + Double($0) * 1.27 }),
        ("severeStorms", [3, 6, 21, 45, 80, 130, 190, 260, 330]),
        ("volcanoes", (0..<26).map { 110 + Double($0) * 12 }),
        ("seaLakeIce", (0..<30).map { 9 + Double($0) * 11 }),
        ("floods", (0..<40).map { 7 + Double($0) * 8.3 }),
        ("drought", [120, 300]),
        ("earthquakes", [14, 95, 210]),
        ("manmade", [150]),
    ]
}
