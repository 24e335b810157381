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
            let name = try? name(of: feed, environment)  // the next look reads the token again
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
