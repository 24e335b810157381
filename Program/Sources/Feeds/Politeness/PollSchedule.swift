import Platform

/// Decides which poll of an upstream is next, and when: one at a time, spread over their intervals, within the limit.
///
/// The poll that is overdue longest comes first, so none starves. A value type: callers pass the time.
struct PollSchedule: Sendable {
    /// A poll that waits for its turn.
    struct Poll: Sendable, Hashable {
        /// Identifies the poll until it has ended.
        let id: Int
        /// When it may begin.
        var due: Date
        /// Seconds between two polls of the feed.
        let interval: TimeInterval
        /// How many requests it takes.
        let cost: Int
        /// Whether nothing of the feed is stored yet.
        var isNew = false

        /// Requests a second.
        fileprivate var demand: Double { Double(cost) / max(1, interval) }
    }

    /// What to do now.
    enum Decision: Sendable, Hashable {
        case begin(Poll)
        case wait(until: Date)
        /// Nothing, until a poll is added or ends.
        case idle
    }

    /// Polls begin this much faster than they become due, so that the schedule catches up after an outage.
    private static let catchUp = 1.1
    /// The spread of the pauses: from 90 to 110 %.
    private static let jitter = 0.2
    /// Seconds between the polls of new feeds, as long as half of the limit is left.
    private static let pauseOfNew: TimeInterval = 1

    /// What is left of the upstream's limit.
    private(set) var allowance: RequestAllowance
    /// The maximum number of polls in flight.
    let maximumInFlight: Int
    /// The poll that is due last comes first.
    private var waiting: [Poll] = []
    private var running: [Int: Poll] = [:]
    private var demand = 0.0
    private var last: (begin: Date, cost: Int, factor: Double)?
    private var latest = Date.distantPast

    init(_ allowance: RequestAllowance, maximumInFlight: Int = 1) {
        self.allowance = allowance
        self.maximumInFlight = maximumInFlight
    }

    /// Records the remaining limit. If the upstream doesn't report it, polls are counted here.
    mutating func update(_ allowance: RequestAllowance) {
        let counted = self.allowance.known
        self.allowance = allowance
        if allowance.known == nil { self.allowance.known = counted }
    }

    /// Keeps the remaining waits if the clock was ahead and has been corrected. Polls added since wait for an interval at most.
    private mutating func adjust(to now: Date) {
        let ahead = latest.timeIntervalSince(now)
        latest = now
        guard ahead > 0 else { return }
        for (index, poll) in waiting.enumerated() where poll.due > now + poll.interval { waiting[index].due -= ahead }
        waiting.sort { $0.due > $1.due }
        last?.begin -= ahead
        allowance.adjust(to: now, ahead: ahead)
    }

    /// The number of waiting polls, and how many of them are due.
    func waiting(at now: Date) -> (all: Int, due: Int) { (waiting.count, waiting.count { $0.due <= now }) }

    /// Adds a poll.
    mutating func add(_ poll: Poll) {
        demand += poll.demand
        var (low, high) = (0, waiting.count)
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].due > poll.due { low = middle + 1 } else { high = middle }
        }
        waiting.insert(poll, at: low)
    }

    /// Removes a poll that has ended, or is no longer needed.
    mutating func remove(_ id: Int) {
        if let poll = running.removeValue(forKey: id) {
            demand -= poll.demand
        } else if let index = waiting.firstIndex(where: { $0.id == id }) {
            demand -= waiting.remove(at: index).demand
        }
        if waiting.isEmpty, running.isEmpty { demand = 0 }
    }

    /// The decision at `now`; a poll that begins is in flight until it is removed.
    /// - Parameter random: a number from 0 to 1, for the pause after the poll.
    mutating func next(at now: Date, random: () -> Double) -> Decision {
        adjust(to: now)
        guard let poll = waiting.last, running.count < maximumInFlight else { return .idle }
        var begin = poll.due
        if let last {
            begin = max(begin, last.begin + Double(last.cost) * pause(before: poll, at: now) * last.factor)
        }
        if let end = allowance.blockedUntil(at: now, cost: poll.cost) { begin = max(begin, end) }
        if begin > now { return .wait(until: begin) }
        waiting.removeLast()
        running[poll.id] = poll
        allowance.spend(poll.cost, at: now)
        last = (now, poll.cost, 1 + Self.jitter * (random() - 0.5))
        return .begin(poll)
    }

    /// Seconds for each request of the last poll until the next one may begin.
    private func pause(before poll: Poll, at now: Date) -> TimeInterval {
        let pause = max(allowance.pause(at: now), demand > 0 ? 1 / (demand * Self.catchUp) : 0)
        return poll.isNew && allowance.isAmple(at: now) ? min(pause, Self.pauseOfNew) : pause
    }
}
