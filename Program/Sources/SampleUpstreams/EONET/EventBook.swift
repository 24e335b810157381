import Platform
import Synchronization

/// All natural events: those before the start, made at once, and later ones, made when they happen.
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
