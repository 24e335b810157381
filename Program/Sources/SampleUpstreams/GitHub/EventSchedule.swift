import Platform

/// When a repository's events happen, and when the API shows them.
///
/// Events are numbered; those before the start are negative. Some events appear late, below newer ones, as
/// the real API does with its latency of 30 s to 6 h.
struct EventSchedule: Sendable {
    let repository: Repository
    let world: World

    /// The real API returns no more events, and no older ones.
    static let limit = 300
    static let days: Double = 30

    func date(of ordinal: Int) -> Date {
        let spacing = ordinal < 0 ? repository.historySpacing : world.pace(repository.spacing ?? .infinity)
        var chance = Chance(world.seed, "date " + repository.name, ordinal)
        let offset = (Double(ordinal) + chance.fraction(0.1..<0.8)) * spacing
        return world.start.addingTimeInterval(offset.rounded(.down))
    }

    /// The delay in seconds until the API shows it; events before the start are all visible.
    private func delay(of ordinal: Int) -> Double {
        guard ordinal >= 0, ordinal % 13 == 5, let spacing = repository.spacing else { return 0 }
        return 6 * world.pace(spacing)
    }

    /// The visible events at an instant, almost newest first: some neighbors are swapped.
    func visible(at now: Date) -> [Int] {
        let oldest = now.addingTimeInterval(-Self.days * 86400)
        var ordinals: [Int] = []
        var ordinal = newest(at: now)
        while ordinals.count < Self.limit, ordinal >= -repository.history {
            let date = date(of: ordinal)
            if date < oldest { break }
            if date.addingTimeInterval(delay(of: ordinal)) <= now { ordinals.append(ordinal) }
            ordinal -= 1
        }
        let sorted = ordinals
        for index in sorted.indices.dropLast() where sorted[index] % 7 == 0 { ordinals.swapAt(index, index + 1) }
        return ordinals
    }

    private func newest(at now: Date) -> Int {
        guard let spacing = repository.spacing, now >= world.start else { return -1 }
        return Int(now.timeIntervalSince(world.start) / world.pace(spacing))
    }

    /// Two overlapping series, as since autumn 2025: ids don't increase over all events, and one number can occur in both.
    func id(of ordinal: Int) -> Int {
        let place = repository.id % 1_000_000 * 10_000 + (ordinal + 5_000) * 3
        if repository.isFat { return 43_800_000_000 + place }
        let isPush = EventKind.of(ordinal).isInPushSeries
        // A star with the same number as the push before it.
        if !isPush, Self.isCollision(ordinal) { return id(of: ordinal - 1) }
        return (isPush ? 18_400_000_000 : 13_700_000_000) + place
    }

    private static func isCollision(_ ordinal: Int) -> Bool {
        ((ordinal % EventKind.rotation.count) + EventKind.rotation.count) % EventKind.rotation.count == 7
    }
}
