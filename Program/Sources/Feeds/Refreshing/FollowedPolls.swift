import Dispatch
import FeedStore
import Freshet
import Platform
import Synchronization
import WebText

/// Refreshes the feeds that accounts follow, each when the ledger allows it: one schedule for a server.
///
/// A feed that waits costs an entry of some hundred bytes: no timer, queue or stream. Feeds of upstreams that limit requests in flight
/// take turns (``Upstream/maximumInFlight``). Rules of all followers are applied by the refresh.
package final class FollowedPolls: Sendable {
    /// The state of a feed that waits.
    enum Phase: Sendable {
        /// Until it is due.
        case waiting
        /// For its turn, which has this id in the queue.
        case turn(PollQueue, Int)
        case running
    }

    struct Entry: Sendable {
        var timing: PollTiming
        var interval: FeedInterval
        var isNew: Bool
        var isForced = false
        var phase = Phase.waiting
    }

    struct State: Sendable {
        var entries: [FeedKey: Entry] = [:]
        var queue = DueQueue<FeedKey>()
        var running: [FeedKey: any Disposable] = [:]
        /// The number of loads that didn't wait for a turn.
        var loads = 0
        /// Changes that haven't been read.
        var unread = StoreChanges()
        var isReading = false
        /// The latest time seen, to notice that a clock has been set back.
        var latest = Date.distantPast
        var isOver = false
    }

    /// The maximum number of loads at a time, besides those of upstreams with turns: the number of connections to a database, so that
    /// requests are answered meanwhile.
    static let maximumLoads = 8
    /// The minimum number of seconds between two readings of changed follows.
    private static let readingPause: TimeInterval = 2
    /// The pause in seconds after a failure of the store.
    private static let retryPause: TimeInterval = 15
    /// The pause in seconds before a feed that a client looks at is checked again: its watch polls it.
    static let watchedPause: TimeInterval = 60

    let environment: FeedEnvironment
    let isWatched: @Sendable (FeedKey) -> Bool
    let request: @Sendable (Feed) -> FeedRequest
    private let scheduler: any SchedulerType
    private let alarm = SerialDisposable()
    private let reading = SerialDisposable()
    let state = Mutex(State())

    /// Makes a schedule; ``start()`` begins it.
    ///
    /// - Parameters:
    ///   - environment: the environment of any account; each feed is refreshed on behalf of a follower.
    ///   - isWatched: returns true if a watch refreshes the feed, because a client looks at it.
    ///   - request: returns the request for a feed.
    package init(
        _ environment: FeedEnvironment, isWatched: @escaping @Sendable (FeedKey) -> Bool = { _ in false },
        request: @escaping @Sendable (Feed) -> FeedRequest = { _ in FeedRequest() }
    ) {
        self.environment = environment
        self.isWatched = isWatched
        self.request = request
        scheduler = environment.makeScheduler()
    }

    deinit { stop() }

    /// Reads the followed feeds, and polls them until ``stop()``. Returns immediately.
    package func start() {
        var everything = StoreChanges()
        everything.isEverything = true
        apply(everything)
    }

    /// Reads follows that have changed, at most every 2 seconds. Returns immediately.
    package func apply(_ changes: StoreChanges) {
        guard changes.isEverything || !changes.accounts.isEmpty else { return }
        let isFirst = state.withLock { state in
            if state.isOver { return false }
            state.unread.isEverything = state.unread.isEverything || changes.isEverything
            state.unread.accounts.formUnion(changes.accounts)
            defer { state.isReading = true }
            return !state.isReading
        }
        if isFirst { schedule { $0.read() } }
    }

    /// Refreshes a feed now, unless a limit forbids it. Returns immediately; does nothing if the feed isn't polled.
    ///
    /// - Returns: true if the feed is polled.
    @discardableResult
    package func refresh(_ feed: FeedKey) -> Bool {
        let (isKnown, turn) = state.withLock { state -> (Bool, (PollQueue, Int)?) in
            guard var entry = state.entries[feed] else { return (false, nil) }
            if case .running = entry.phase { return (true, nil) }
            defer { state.entries[feed] = entry }
            var turn: (PollQueue, Int)?
            if case .turn(let queue, let id) = entry.phase { turn = (queue, id) }
            (entry.isForced, entry.phase) = (true, .waiting)
            state.queue.set(.distantPast, for: feed)
            return (true, turn)
        }
        if let (queue, id) = turn { queue.cancel(id) }
        if isKnown { schedule { $0.wake() } }
        return isKnown
    }

    /// True while a feed is refreshed, or is about to be after a call of ``refresh(_:)``.
    package func isRefreshing(_ feed: FeedKey) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[feed] else { return false }
            if case .running = entry.phase { return true }
            return entry.isForced
        }
    }

    /// Ends all polls. Blocks the calling thread while they release their leases.
    package func stop() {
        let (running, turns) = state.withLock { state in
            state.isOver = true
            defer { (state.entries, state.queue, state.running) = ([:], DueQueue(), [:]) }
            return (Array(state.running.values), state.entries.values.compactMap(\.turn))
        }
        alarm.dispose()
        reading.dispose()
        for (queue, id) in turns { queue.cancel(id) }
        for poll in running { poll.dispose() }
    }

    /// The number of feeds that are polled.
    package var count: Int { state.withLock { $0.entries.count } }
    /// The number of feeds that are being refreshed.
    package var runningCount: Int { state.withLock { $0.running.count } }

    /// Runs work on the scheduler, where the store may block.
    private func schedule(_ work: @escaping @Sendable (FollowedPolls) -> Void) {
        _ = scheduler.schedule(()) { [weak self] in
            if let self { work(self) }
            return Disposables.create()
        }
    }

    // MARK: Reading

    private func read() {
        let unread = state.withLock { state in
            defer { state.unread = StoreChanges() }
            return state.unread
        }
        let began = ContinuousClock.now
        var pause = Self.readingPause
        do {
            let polls = try environment.store.polls(
                at: environment.now(), of: unread.isEverything ? nil : unread.accounts)
            apply(polls, areAll: unread.isEverything)
            // The follows that an account has ended aren't among those that it has.
            if try !unread.isEverything && environment.store.pollCount() < count {
                apply(try environment.store.polls(at: environment.now()), areAll: true)
            }
            // Reading all of many follows takes at most a twentieth of the time.
            pause = max(pause, Double((ContinuousClock.now - began).components.seconds) * 20)
        } catch {
            state.withLock { state in
                state.unread.isEverything = state.unread.isEverything || unread.isEverything
                state.unread.accounts.formUnion(unread.accounts)
            }
            pause = Self.retryPause
        }
        reading.disposable = Observable<Int>.timer(.milliseconds(Int(pause * 1000)), scheduler: scheduler)
            .subscribe(onNext: { [weak self] _ in self?.readAgain() })
    }

    private func readAgain() {
        let isDue = state.withLock { state in
            state.isReading = !state.unread.isEmpty
            return state.isReading
        }
        if isDue { read() }
    }

    private func apply(_ polls: [StoredPoll], areAll: Bool) {
        var due: [(FeedKey, Date)] = []
        var cancelled: [(PollQueue, Int)] = []
        var ended: [any Disposable] = []
        let now = environment.now()
        state.withLock { state in
            if state.isOver { return }
            for poll in polls {
                if let entry = state.entries[poll.feed] {
                    guard entry.interval != poll.interval else { continue }
                    state.entries[poll.feed]?.interval = poll.interval
                    state.entries[poll.feed]?.timing.interval = Entry(poll).timing.interval
                    if case .running = entry.phase { continue }
                    if let turn = entry.turn { cancelled.append(turn) }
                } else {
                    state.entries[poll.feed] = Entry(poll)
                }
                due.append((poll.feed, poll.due(at: now)))
            }
            guard areAll else { return }
            let wanted = Set(polls.map(\.feed))
            for (key, entry) in state.entries where !wanted.contains(key) {
                if let turn = entry.turn { cancelled.append(turn) }
                if let poll = state.running.removeValue(forKey: key) { ended.append(poll) }
                state.queue.set(nil, for: key)
                state.entries[key] = nil
            }
        }
        for (queue, id) in cancelled { queue.cancel(id) }
        for poll in ended { poll.dispose() }
        for (key, date) in due { wait(key, until: date) }
        wake()
    }

    // MARK: Waiting

    /// Lets a feed wait until a date or, if its upstream has turns, for its turn from then on.
    private func wait(_ key: FeedKey, until due: Date) {
        guard let entry = state.withLock({ $0.entries[key] }) else { return }
        guard let queue = turns(of: key) else {
            return state.withLock { state in
                guard state.entries[key] != nil else { return }
                state.entries[key]?.phase = .waiting
                state.queue.set(due, for: key)
            }
        }
        let id = queue.add(
            due: due, interval: entry.timing.interval, cost: environment.costs.cost(key), isNew: entry.isNew
        ) { [weak self] turn in
            self?.schedule { $0.begin(key, turn) }
        }
        let isKept = state.withLock { state in
            guard !state.isOver, state.entries[key] != nil else { return false }
            state.entries[key]?.phase = .turn(queue, id)
            return true
        }
        if !isKept { queue.cancel(id) }
    }

    /// The queue of the feed's upstream; nil if it has no turns, or if it can't be read now.
    private func turns(of key: FeedKey) -> PollQueue? {
        guard let feed = environment.catalog.feed(key) else { return nil }
        let own = feed.description.ownableFeed?.owner.map(environment.of) ?? environment
        return try? environment.polls.queue(of: feed.description, own)  // a load reports a failure of the store
    }

    /// Begins the loads that are due, and sets the alarm for the next one.
    private func wake() {
        let now = environment.now()
        let (due, next) = state.withLock { state -> ([FeedKey], Date?) in
            let ahead = state.latest.timeIntervalSince(now)
            state.latest = now
            // The clock was ahead and has been corrected: the remaining waits stay as they were.
            if ahead > 1 { state.queue.move(by: -ahead) }
            var due: [FeedKey] = []
            while state.loads < Self.maximumLoads, let key = state.queue.next(by: now) {
                state.loads += 1
                due.append(key)
            }
            return (due, state.loads < Self.maximumLoads ? state.queue.earliest() : nil)
        }
        for key in due { begin(key, nil) }
        guard let next else { return alarm.disposable = Disposables.create() }
        let wait = min(86_400_000, max(1, Int(clamped: (next.timeIntervalSince(now) * 1000).rounded(.up))))
        alarm.disposable = Observable<Int>.timer(.milliseconds(wait), scheduler: scheduler)
            .subscribe(onNext: { [weak self] _ in self?.wake() })
    }

    // MARK: Polling

    /// Begins a poll, with its turn or as one of the loads.
    private func begin(_ key: FeedKey, _ turn: PollQueue.Turn?) {
        let poll = SingleAssignmentDisposable()
        let isForced = state.withLock { state -> Bool? in
            guard let entry = state.entries[key], !state.isOver else {
                if turn == nil { state.loads -= 1 }
                return nil
            }
            state.running[key] = poll
            state.entries[key]?.phase = .running
            state.entries[key]?.isForced = false
            return entry.isForced
        }
        guard let isForced else {
            turn?.end()
            return
        }
        poll.setDisposable(
            outcome(of: key, isForced: isForced)
                .catch { _ in .just(.failed) }
                .take(1)
                .do(onDispose: { [weak self] in
                    turn?.end()
                    if turn == nil { self?.state.withLock { $0.loads -= 1 } }
                })
                .subscribe(onNext: { [weak self] outcome in self?.schedule { $0.end(key, outcome) } }))
    }

    private func end(_ key: FeedKey, _ outcome: Outcome) {
        let now = environment.now()
        let due = state.withLock { state -> Date? in
            state.running[key] = nil
            guard var entry = state.entries[key], !state.isOver else { return nil }
            defer { state.entries[key] = entry }
            return entry.due(after: outcome, at: now)
        }
        if case .gone = outcome {
            state.withLock { $0.entries[key] = nil }
        } else if let due {
            wait(key, until: due)
        }
        wake()
    }
}

extension FollowedPolls.Entry {
    init(_ poll: StoredPoll) {
        let interval = poll.nextAllowedAt.flatMap { next in poll.requestedAt.map { next.timeIntervalSince($0) } }
        timing = interval.map(PollTiming.init(interval:)) ?? PollTiming()
        (self.interval, isNew) = (poll.interval, poll.isNew)
    }

    /// The place in a queue of turns, if it waits there.
    fileprivate var turn: (PollQueue, Int)? {
        if case .turn(let queue, let id) = phase { (queue, id) } else { nil }
    }

    /// Notes what a poll led to; returns when the next one is due.
    fileprivate mutating func due(after outcome: FollowedPolls.Outcome, at now: Date) -> Date {
        switch outcome {
        case .gone: return now
        case .later(let date): return date
        case .failed:
            timing.saw(.stale(FeedError(kind: "failed", message: "")), nil, spacing: 0, at: now)
        case .looked(let freshness, let deferral, let next, let spacing):
            isNew = false
            if let next { timing.next = next }
            timing.saw(freshness, deferral, spacing: spacing, at: now)
        }
        return timing.takeDue(at: now)
    }
}

extension StoredPoll {
    /// The time to poll the feed, by the ledger: within a day, after which a load finds out more.
    func due(at now: Date) -> Date {
        guard let nextAllowedAt, nextAllowedAt > now else { return now }
        return min(nextAllowedAt, now + RequestWait.longestWait)
    }
}
