import Dispatch
import FeedStore
import Freshet
import Platform
import Synchronization
import WebText

/// Refreshes a feed repeatedly, as often as the ledger allows.
struct Watch: Sendable {
    private let feed: any FeedDescription
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    private let request: FeedRequest
    private let refresh: Observable<Void>

    /// - Parameter refresh: emits when a reader requests a refresh.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ request: FeedRequest, refresh: Observable<Void>
    ) {
        self.feed = feed
        scheduler = environment.makeScheduler()
        self.environment = environment.on(scheduler)
        self.request = request
        self.refresh = refresh
    }

    var states: Observable<FeedState> {
        .deferred {
            let pace = WatchSchedule(environment.now)
            let requests = refresh.subscribe(onNext: { pace.requestRefresh() })
            let rounds = sequence(state: true) { isFirst -> Observable<FeedState>? in
                defer { isFirst = false }
                return round(isFirst: isFirst, pace)
            }
            return Observable.concat(rounds).do(onDispose: { requests.dispose() })
        }
    }

    /// A load, or a pause and then a load.
    private func round(isFirst: Bool, _ pace: WatchSchedule) -> Observable<FeedState> {
        .deferred {
            if isFirst { return load(request, pace) }
            if request.mode == .offline { return .never() }
            return pause(pace).flatMap { isInsisting in
                var next = request
                next.mode = isInsisting ? .insisting : .polite
                return load(next, pace)
            }
        }
    }

    private func load(_ request: FeedRequest, _ pace: WatchSchedule) -> Observable<FeedState> {
        FeedLoad(feed, environment, request) { pace.allowed($0?.date) }.states
            .do(onNext: { state in
                guard state.isSettled else { return }
                // An unreadable ledger imposes no spacing.
                let budget = try? RequestBudget(of: feed, environment)
                if let budget { environment.polls.update(budget.allowance, of: feed, environment) }
                pace.saw(
                    state.freshness, state.deferral, isInsisting: request.mode == .insisting,
                    spacing: budget?.spacing ?? 0)
            })
    }

    /// Emits once: false when the next load is due, or true when a refresh is requested or was during a load without a request.
    private func pause(_ pace: WatchSchedule) -> Observable<Bool> {
        pace.beginPause()
        let wait = DispatchTimeInterval.milliseconds(
            max(0, Int(clamped: (pace.due.timeIntervalSince(environment.now()) * 1000).rounded(.up))))
        let time = Observable<Int>.timer(wait, scheduler: scheduler).map { _ in false }
        // The check of the flag that follows finds a request made before this subscription.
        let asked = Observable.merge(pace.requests.asObservable(), .just(())).filter { pace.takeRequest() }
            .map { true }
        return Observable.merge(time, asked).take(1)
    }
}

/// The watches of feeds that clients of a server look at: one for a feed, number of days and number of items, shared by all accounts.
///
/// A watch makes its requests on behalf of a follower, or else of its first viewer. Other accounts see its states with their own items,
/// marks and mute filters.
package final class SharedWatches: Sendable {
    private struct Key: Hashable {
        let feed: FeedKey
        let limit: Int
        let days: Int?
    }

    private final class Watched: Sendable {
        /// The environment of the account on whose behalf requests are made.
        let environment: FeedEnvironment
        let refreshes = PublishRelay<Void>()
        let states: Observable<FeedState>

        init(_ feed: Feed, _ request: FeedRequest, _ environment: FeedEnvironment) {
            self.environment = environment
            states = feed.watch(request, refresh: refreshes.asObservable(), in: environment)
        }
    }

    private struct Slot {
        let watched: Watched
        var viewers = 0
    }

    /// The account on whose behalf a watch made its requests has lost the right to read the feed.
    private struct RightLost: Error {}

    private struct State {
        var slots: [Key: Slot] = [:]
        /// The number of viewers of each feed.
        var viewers: [FeedKey: Int] = [:]
    }

    private let state = Mutex(State())

    /// No watches.
    package init() {}

    /// True if a client looks at the feed.
    package func isWatched(_ feed: FeedKey) -> Bool { state.withLock { $0.viewers[feed] != nil } }

    /// The states of a feed, refreshed when the ledger allows it or `refresh` emits, as an account sees them.
    ///
    /// - Ends: never; fails with a ``FeedStoreError`` if the store can't be read.
    /// - Runs on: a scheduler of its own; see ``FeedEnvironment/makeScheduler``. Subscribing waits for nothing.
    /// - Keeps: the newest state of each watch while it has subscribers.
    package func states(
        of feed: Feed, _ request: FeedRequest, refresh: Observable<Void>, in environment: FeedEnvironment
    ) -> Observable<FeedState> {
        .deferred { [self] in
            // A refresh that is requested before the watch has been joined is passed on later.
            let requests = ReplaySubject<Void>.create(bufferSize: 1)
            let requesting = refresh.subscribe(onNext: { requests.onNext(()) })
            let scheduler = environment.makeScheduler()
            return Observable.just(()).observe(on: scheduler)
                .flatMap { [self] in try joined(feed, request, requests.asObservable(), environment.on(scheduler)) }
                .catch { [self] error in
                    if error is RightLost { return states(of: feed, request, refresh: refresh, in: environment) }
                    throw error
                }
                .do(onDispose: { requesting.dispose() })
        }
    }

    private func joined(
        _ feed: Feed, _ request: FeedRequest, _ requests: Observable<Void>, _ environment: FeedEnvironment
    ) throws -> Observable<FeedState> {
        guard try environment.mayRead(feed.description) else {
            // It reports that, and makes no request.
            return feed.watch(request, in: environment)
        }
        let key = Key(feed: feed.key, limit: request.limit, days: request.days)
        let watched = try watched(feed, request, key, environment)
        let asked = requests.do(onNext: { watched.refreshes.accept(()) }).flatMap { Observable<FeedState>.empty() }
        // The watch begins before it is asked to refresh.
        return Observable.merge(own(watched, feed, request, environment), asked)
            .do(
                onSubscribe: { [self] in note(1, key, watched) }, onDispose: { [self] in note(-1, key, watched) })
    }

    private func watched(
        _ feed: Feed, _ request: FeedRequest, _ key: Key, _ environment: FeedEnvironment
    ) throws -> Watched {
        let known = state.withLock { $0.slots[key]?.watched }
        if let known, try known.environment.mayRead(feed.description) { return known }
        let acting = try environment.refresher(of: feed.key)?.1 ?? environment
        let watched = Watched(feed, request, acting)
        return state.withLock { state in
            if let other = state.slots[key]?.watched, other !== known { return other }
            state.slots[key] = Slot(watched: watched)
            return watched
        }
    }

    private func note(_ change: Int, _ key: Key, _ watched: Watched) {
        state.withLock { state in
            let viewers = state.viewers[key.feed, default: 0] + change
            state.viewers[key.feed] = viewers > 0 ? viewers : nil
            var slot = state.slots[key] ?? Slot(watched: watched)
            guard slot.watched === watched else { return }
            slot.viewers += change
            state.slots[key] = slot.viewers > 0 ? slot : nil
        }
    }

    /// The states of a watch as an account sees them.
    private func own(
        _ watched: Watched, _ feed: Feed, _ request: FeedRequest, _ environment: FeedEnvironment
    ) -> Observable<FeedState> {
        let isOwn = watched.environment.store.account == environment.store.account
        return .deferred {
            let view = OwnStates(feed.description, request, in: environment)
            return watched.states.observe(on: environment.makeScheduler()).enumerated()
                .compactMap { index, shared in
                    if shared.freshness.error?.isNotShown == true { throw RightLost() }
                    // The newest state, which later viewers receive first, may have earlier marks.
                    return isOwn && (index > 0 || !shared.isSettled) ? shared : try view.state(shared)
                }
                .do(onDispose: { view.end() })
        }
    }
}

/// The states of a watch that acts for another account, as an account sees them: with its own items, marks and mute filters.
final class OwnStates: Sendable {
    private let feed: any FeedDescription
    private let request: FeedRequest
    private let environment: FeedEnvironment
    /// Shows what has arrived during a refresh; nil between refreshes.
    private let arrival = Mutex<PartialRefresh?>(nil)

    init(_ feed: any FeedDescription, _ request: FeedRequest, in environment: FeedEnvironment) {
        (self.feed, self.request, self.environment) = (feed, request, environment)
    }

    /// The account's own state; nil if it sees nothing new. Called by one thread at a time. Fails as the store does.
    func state(_ shared: FeedState) throws -> FeedState? {
        guard try environment.mayRead(feed) else { return .notShown(feed) }
        if shared.freshness.isRefreshing {
            let (arrival, isFirst) = beginArrival()
            if let state = try arrival.show(partOf: environment.arrivals.all) { return state }
            if !isFirst { return nil }
        } else {
            end()
        }
        let stored = try feed.stored(request, in: environment)
        var state = FeedState(stored, shared.freshness)
        if shared.storeError != nil {
            // The fetched items aren't stored, but can be shown.
            let filter = try environment.store.muteFilter(for: feed.key)
            let visible = stored.shown(shared.items.map(\.item), filter, at: environment.now())
            let read = Set(shared.items.filter { !$0.isUnread }.map(\.entry.id))
            state = stored.joined(by: visible, read: read, request.limit, shared.freshness)
        }
        (state.deferral, state.remarks, state.storeError) = (shared.deferral, shared.remarks, shared.storeError)
        return state
    }

    /// The refresh is over, or nobody looks any more.
    func end() {
        if let arrival = arrival.withLock({ $0.take() }) { environment.arrivals.end(arrival) }
    }

    private func beginArrival() -> (PartialRefresh, isFirst: Bool) {
        let (arrival, isFirst) = arrival.withLock { arrival in
            if let arrival { return (arrival, false) }
            let new = PartialRefresh(feed, request, in: environment)
            arrival = new
            return (new, true)
        }
        if isFirst { environment.arrivals.begin(arrival) }
        return (arrival, isFirst)
    }
}

extension FeedState {
    /// The state that an account sees of a feed that it may not read.
    static func notShown(_ feed: any FeedDescription) -> FeedState {
        let nothing = StoredFeed(Snapshot(), of: feed, order: feed.controls.defaultOrder)
        return FeedState(nothing, .stale(.notShown(type(of: feed).upstream)))
    }
}
