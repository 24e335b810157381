import Dispatch
import FeedStore
import Freshet
import Platform
import Synchronization
import WebText

/// Starts the polls of an upstream's followed feeds in the order of a ``PollSchedule``.
final class PollQueue: Sendable {
    /// A poll's right to be in flight; ends with `end()`, or when its last reference is released.
    final class Turn: Sendable {
        private let ending: @Sendable () -> Void

        fileprivate init(_ ending: @escaping @Sendable () -> Void) { self.ending = ending }

        deinit { ending() }

        func end() { ending() }
    }

    private struct State {
        var schedule: PollSchedule
        var starts: [Int: @Sendable (Turn) -> Void] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>
    private let alarm = SerialDisposable()
    private let scheduler: any SchedulerType
    private let now: @Sendable () -> Date
    private let random: @Sendable () -> Double

    init(
        _ allowance: RequestAllowance, scheduler: any SchedulerType, now: @escaping @Sendable () -> Date,
        random: @escaping @Sendable () -> Double
    ) {
        state = Mutex(State(schedule: PollSchedule(allowance)))
        self.scheduler = scheduler
        self.now = now
        self.random = random
    }

    deinit { alarm.dispose() }

    /// Records the remaining limit.
    func update(_ allowance: RequestAllowance) {
        state.withLock { $0.schedule.update(allowance) }
        advance()
    }

    /// Queues a poll, and calls `start` when it may begin; returns its id, with which it leaves the queue before that.
    func add(
        due: Date, interval: TimeInterval, cost: Int, isNew: Bool, start: @escaping @Sendable (Turn) -> Void
    ) -> Int {
        let id = state.withLock { state in
            state.lastID += 1
            state.starts[state.lastID] = start
            state.schedule.add(.init(id: state.lastID, due: due, interval: interval, cost: cost, isNew: isNew))
            return state.lastID
        }
        advance()
        return id
    }

    /// Removes a poll that hasn't begun; does nothing for others.
    func cancel(_ id: Int) {
        let isWaiting = state.withLock { state in
            guard state.starts.removeValue(forKey: id) != nil else { return false }
            state.schedule.remove(id)
            return true
        }
        if isWaiting { advance() }
    }

    /// The number of waiting polls, and how many of them are due.
    func waiting(at now: Date) -> (all: Int, due: Int) { state.withLock { $0.schedule.waiting(at: now) } }

    private func end(_ id: Int) {
        state.withLock { $0.schedule.remove(id) }
        advance()
    }

    /// Begins the next poll, or schedules it; one decision at a time.
    private func advance() {
        _ = scheduler.schedule(()) { [weak self] in
            self?.decide()
            return Disposables.create()
        }
    }

    private func decide() {
        let (now, random) = (now(), random())
        let (decision, start) = state.withLock { state in
            let decision = state.schedule.next(at: now) { random }
            guard case .begin(let poll) = decision else { return (decision, nil as (@Sendable (Turn) -> Void)?) }
            return (decision, state.starts.removeValue(forKey: poll.id))
        }
        switch decision {
        case .idle: alarm.disposable = Disposables.create()
        case .wait(let date):
            let milliseconds = max(1, Int(clamped: (date.timeIntervalSince(now) * 1000).rounded(.up)))
            alarm.disposable = Observable<Int>.timer(.milliseconds(milliseconds), scheduler: scheduler)
                .subscribe(onNext: { [weak self] _ in self?.decide() })
        case .begin(let poll):
            start?(Turn { [weak self] in self?.end(poll.id) })
            advance()
        }
    }
}

/// The queues of the upstreams that limit requests in flight.
final class PollQueues: Sendable {
    private let queues = Mutex<[String: PollQueue]>([:])
    private let scheduler: any SchedulerType
    private let random: @Sendable () -> Double

    init(scheduler: any SchedulerType, random: @escaping @Sendable () -> Double) {
        self.scheduler = scheduler
        self.random = random
    }

    /// The number of waiting polls of all upstreams, and how many of them are due.
    func waiting(at now: Date) -> (all: Int, due: Int) {
        let queues = queues.withLock { Array($0.values) }
        return queues.map { $0.waiting(at: now) }.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.due) }
    }

    /// Records the remaining limit of a feed's upstream and token, if feeds take turns there.
    func update(_ allowance: RequestAllowance, of feed: any FeedDescription, _ environment: FeedEnvironment) {
        guard type(of: feed).upstream.maximumInFlight != nil,
            let name = try? name(of: feed, environment)  // the next load reads the token again
        else { return }
        queues.withLock { $0[name] }?.update(allowance)
    }

    private func name(of feed: any FeedDescription, _ environment: FeedEnvironment) throws -> String {
        type(of: feed).upstream.id + " " + Requester(token: try environment.token(for: feed)).name
    }

    /// The queue of a feed's upstream and token; nil if the upstream doesn't limit requests in flight.
    func queue(of feed: any FeedDescription, _ environment: FeedEnvironment) throws -> PollQueue? {
        guard type(of: feed).upstream.maximumInFlight != nil else { return nil }
        let name = try name(of: feed, environment)
        if let queue = queues.withLock({ $0[name] }) { return queue }
        let queue = PollQueue(
            try RequestBudget(of: feed, environment).allowance, scheduler: scheduler, now: environment.now,
            random: random)
        return queues.withLock { queues in
            let known = queues[name] ?? queue
            queues[name] = known
            return known
        }
    }
}

/// Decides which poll of an upstream is next, and when: one at a time, spread over their intervals, within the limit.
///
/// The poll that is overdue longest comes first, so none starves. A value type: callers pass the time.
struct PollSchedule: Sendable {
    /// A poll that waits for its turn.
    struct Poll: Sendable, Hashable {
        /// Identifies the poll until it has ended.
        let id: Int
        /// The time from which it may begin.
        var due: Date
        /// Seconds between two polls of the feed.
        let interval: TimeInterval
        /// The number of requests that it takes.
        let cost: Int
        /// True if nothing of the feed is stored yet.
        var isNew = false

        /// Requests a second.
        fileprivate var demand: Double { Double(cost) / max(1, interval) }
    }

    /// The next step.
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

    /// The rest of the upstream's limit.
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

    /// Removes a poll that has ended, or isn't needed.
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
