import Platform

/// A made-up repository and its activity.
struct Repository: Sendable {
    let id: Int
    let owner: Person
    let name: String
    var description: String?
    var homepage: String?
    var language: String?
    var licence: String?
    var stars = 12
    /// Seconds before the start.
    var age: Double = 500 * 86400
    /// Whether its events are as before October 2025: pushes with commits, pull requests with titles.
    var isFat = false
    /// The number of events before the start.
    var history = 40
    /// Seconds between the events before the start.
    var historySpacing: Double = 5 * 3600
    /// Seconds between events after the start; nil for no events at all.
    var spacing: Double? = 600

    /// Whether only some tokens open it; see ``RateLimits/Payer/opens(_:)``.
    var isPrivate = false

    var fullName: String { owner.login + "/" + name }

    func created(_ world: World) -> Date { world.start.addingTimeInterval(-age) }

    /// One star is added every ten minutes.
    func stars(_ world: World, at now: Date) -> Int {
        stars + max(0, Int(now.timeIntervalSince(world.start) / world.pace(600)))
    }
}
