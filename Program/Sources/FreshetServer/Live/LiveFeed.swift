import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform
import Synchronization

/// A feed for its clients: one hot stream of frames and one of each view, shared by all clients.
///
/// Each of them is connected by its first subscriber and, `grace` after the last one has left, disconnected. A client that reconnects
/// in time receives what it missed. The requests are those of a watch that the accounts share (``SharedWatches``).
final class LiveFeed: Sendable {
    /// The feed, and the number of its days.
    struct Key: Sendable, Hashable {
        let feed: Feed
        let limit: Int
        /// Nil for feeds without a range of days.
        let days: Int?

        /// The request for it.
        func request(_ mode: FeedRequest.Mode) -> FeedRequest { FeedRequest(limit: limit, mode: mode, days: days) }
    }

    /// A change of a live feed.
    private enum Change: Sendable {
        case state(FeedState)
        case failure(any Error)
        /// Later contents of the store.
        case stored(FeedState)

        /// The state after the change.
        func applied(to shown: FeedState?) -> FeedState {
            switch self {
            case .state(let state), .stored(let state): return state
            case .failure(let error):
                var state = shown ?? FeedState(freshness: .stored)
                state.freshness = .stale(FeedError(error))
                return state
            }
        }
    }

    /// The minimum interval between frames; earlier ones are dropped.
    private static let frameInterval = RxTimeInterval.milliseconds(25)
    /// The time for which a refresh keeps the stream connected.
    private static let refreshTimeout = RxTimeInterval.seconds(30)
    /// The seconds that a viewer's first frame waits for the ledger to report whether the feed is fresh.
    private static let firstFrameDelay: TimeInterval = 0.1
    /// The pause before a watch that failed is restarted.
    private static let retryInterval = RxTimeInterval.seconds(15)

    let key: Key
    /// The states of the feed; see the type.
    let frames: Observable<Frame>
    /// The frames for a page that loads the items itself: how fresh they are, and the progress of a refresh.
    let statuses: Observable<any LiveEvents>
    private let pageViews: ChosenViews<ListChoice>
    private let documentViews: ChosenViews<DocumentView.Choice>
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    /// The changes by refreshes; connected while anything needs the feed.
    private let changes: Observable<Change>
    /// The subscription that a refresh keeps for a while.
    private let held = SerialDisposable()
    private let refreshes: PublishRelay<Void>
    private let rechecks: PublishRelay<Void>
    private let viewCount: Counter
    private let newest = BehaviorRelay<Frame?>(value: nil)

    /// A live feed, which its first subscriber connects.
    ///
    /// - Parameters:
    ///   - grace: the time for which a stream without subscribers stays connected.
    ///   - watches: the watches that make the requests.
    ///   - stop: emits once, when the server stops.
    ///   - site: returns the current properties that all pages share.
    ///   - nextEpoch: names the next run of a live feed.
    ///   - connection: called with true when the stream is connected, and with false when it is disconnected.
    init(
        _ key: Key, in environment: FeedEnvironment, watches: SharedWatches = SharedWatches(), grace: RxTimeInterval,
        stop: Observable<Void>, site: @escaping @Sendable () -> PageContext,
        nextEpoch: @escaping @Sendable () -> String,
        connection: @escaping @Sendable (Bool) -> Void
    ) {
        self.key = key
        self.environment = environment
        let scheduler = environment.makeScheduler()
        let (refreshes, rechecks, viewCount) = (PublishRelay<Void>(), PublishRelay<Void>(), Counter())
        (self.scheduler, self.refreshes, self.rechecks, self.viewCount) = (scheduler, refreshes, rechecks, viewCount)
        let newest = newest
        let changes = Self.changes(
            key, in: environment, watches, scheduler, refresh: refreshes.asObservable()
        )
        .take(until: stop)
        .do(onSubscribe: { connection(true) }, onDispose: { connection(false) })
        self.changes = changes
        let frames = Observable.deferred { () -> Observable<Frame> in
            let epoch = nextEpoch()
            return Self.states(key, in: environment, scheduler, changes, rechecks: rechecks.asObservable())
                .scan(nil as Frame?) { previous, state in
                    Frame(
                        id: EventID(epoch: epoch, number: (previous?.id.number ?? 0) + 1), state: state, site: site(),
                        hasSettled: state.isSettled || previous?.hasSettled == true)
                }
                .compactMap { $0 }
                .take(until: stop)
        }
        .do(onNext: { newest.accept($0) }, onDispose: { newest.accept(nil) })
        .share(replay: 1, disconnectingAfter: grace, scheduler: scheduler)
        self.frames = frames
        @Sendable func views<View: LiveEvents>(
            _ choice: ListChoice = ListChoice(), _ next: @escaping @Sendable (View?, Frame) -> View?
        ) -> Observable<any LiveEvents> {
            let chosen =
                choice == ListChoice()
                ? frames
                : frames.concatMap { frame in choice.applied(to: frame.state, of: key, in: environment).map(frame.with)
                }
            return chosen.scan(nil as View?) { next($0, $1) ?? $0 }.compactMap { $0 }
                .delayingProgress(scheduler)
                .do(onSubscribe: { viewCount.add(1) }, onDispose: { viewCount.add(-1) })
                .share(replay: 1, disconnectingAfter: grace, scheduler: scheduler)
        }
        let feed = key.feed
        pageViews = ChosenViews { choice in
            let query = PageQuery(key, choice)
            return views(choice) { (previous: PageView?, frame) in
                let page = FeedPage(feed: feed, state: frame.state, query: query, site: frame.site)
                let content = PageView.Content(
                    page.rows, page.statusLine, frame.state.freshness, at: frame.site.seenBy(frame.state.items))
                return PageView.view(frame, content, after: previous)
            }
        }
        statuses = views { (previous: PageView?, frame) in
            let status = StatusLine(feed: feed, state: frame.state, site: frame.site).html
            let content = PageView.Content([], status, frame.state.freshness, at: frame.site.now)
            return PageView.view(frame, content, after: previous)
        }
        documentViews = ChosenViews { choice in
            views(choice.items) { (previous: DocumentView?, frame) in
                DocumentView(frame, of: feed, origin: choice.origin, after: previous)
            }
        }
    }

    /// The frames for pages that show the chosen items.
    func pages(_ choice: ListChoice = ListChoice()) -> Observable<any LiveEvents> { pageViews.views(of: choice) }

    /// The frames for programs that read the chosen items.
    ///
    /// - Parameter origin: the server's address for them.
    func documents(_ choice: ListChoice = ListChoice(), origin: String) -> Observable<any LiveEvents> {
        documentViews.views(of: DocumentView.Choice(items: choice, origin: origin))
    }

    /// The newest frame; nil until the first one has arrived, and without viewers.
    var latest: Frame? { newest.value }

    var hasViewers: Bool { viewCount.value > 0 }

    /// Connects the stream for the grace period, or prolongs it.
    func touch() { frames.subscribe().dispose() }

    /// Refreshes the feed immediately, unless a limit forbids it or a refresh is in progress.
    func refresh() {
        // A feed without viewers, and a shorter grace period, must not cancel the request.
        held.disposable = changes.take(for: Self.refreshTimeout, scheduler: scheduler).subscribe()
        refreshes.accept(())
    }

    /// Compares the newest frame with the store, where other readers and processes write.
    func recheck() { rechecks.accept(()) }

    private static func changes(
        _ key: Key, in environment: FeedEnvironment, _ watches: SharedWatches, _ scheduler: any SchedulerType,
        refresh: Observable<Void>
    ) -> Observable<Change> {
        watches.states(of: key.feed, key.request(.scheduled), refresh: refresh, in: environment)
            .map { Change.state($0) }
            // A store that can't be read is shown as stale, and read again later.
            .catch { error in Observable.just(.failure(error)).concat(Observable.error(error)) }
            .retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in Observable<Int>.timer(retryInterval, scheduler: scheduler) }
            })
    }

    private static func states(
        _ key: Key, in environment: FeedEnvironment, _ scheduler: any SchedulerType, _ changes: Observable<Change>,
        rechecks: Observable<Void>
    ) -> Observable<FeedState> {
        let comparison = StoreComparison(key, environment)
        let latest = BehaviorRelay<FeedState?>(value: nil)
        let stored = rechecks.observe(on: scheduler).flatMap { _ -> Observable<Change> in
            guard let shown = latest.value else { return .empty() }
            // The next commit is compared again, so a store that can't be read now is no failure.
            return comparison.state(since: shown).map { .stored($0) }.catch { _ in .empty() }
        }
        return Observable.merge(changes.observe(on: scheduler), stored)
            .scan(nil as FeedState?) { shown, change in change.applied(to: shown) }
            .compactMap { $0 }
            .do(onNext: { latest.accept($0) })
            .awaitingFreshness(for: firstFrameDelay, scheduler)
            .throttle(frameInterval, latest: true, scheduler: scheduler)
    }
}

extension Observable<FeedState> {
    /// Delays the first states until one is settled, for a moment: usually the ledger says by then that the stored items are fresh.
    fileprivate func awaitingFreshness(
        for delay: TimeInterval, _ scheduler: any SchedulerType
    ) -> Observable<FeedState> {
        .deferred {
            let end = ContinuousClock.now + .seconds(delay)
            return self.scan(nil as (state: FeedState, hasSettled: Bool)?) { last, state in
                (state, state.isSettled || last?.hasSettled == true)
            }
            .compactMap { $0 }
            .flatMapLatest { state, hasSettled -> Observable<FeedState> in
                let rest = hasSettled ? .zero : end - ContinuousClock.now
                if rest <= .zero { return .just(state) }
                let milliseconds = Int(rest.components.attoseconds / 1_000_000_000_000_000) + 1
                return Observable<Int>.timer(.milliseconds(milliseconds), scheduler: scheduler).map { _ in state }
            }
        }
    }
}

/// The views of a live feed for each choice among its items, shared by the clients with the same choice.
final class ChosenViews<Choice: Hashable & Sendable>: Sendable {
    /// The maximum number of choices that are shared. Choices can have any text, so their number has no other bound.
    private let maximum = 32

    private let make: @Sendable (Choice) -> Observable<any LiveEvents>
    // Requests on many threads share the streams.
    private let made = Mutex<[Choice: Observable<any LiveEvents>]>([:])

    init(_ make: @escaping @Sendable (Choice) -> Observable<any LiveEvents>) { self.make = make }

    /// The views of the chosen items.
    func views(of choice: Choice) -> Observable<any LiveEvents> {
        if let known = made.withLock({ $0[choice] }) { return known }
        let views = make(choice)
        return made.withLock { made in
            if let known = made[choice] { return known }
            // The clients of dropped streams keep them.
            if made.count >= maximum { made = [:] }
            made[choice] = views
            return views
        }
    }
}

/// Finds changes of a feed in the store since a state was shown.
struct StoreComparison {
    private let key: LiveFeed.Key
    private let environment: FeedEnvironment

    init(_ key: LiveFeed.Key, _ environment: FeedEnvironment) {
        self.key = key
        self.environment = environment
    }

    /// Emits what is stored once, without saying how fresh it is. Fails with a `FeedStoreError`.
    var stored: Observable<FeedState> { key.feed.load(key.request(.offline), in: environment).take(1) }

    /// Emits what is stored once: as fresh as another state, or fresh if it has been refreshed since. Fails with a `FeedStoreError`.
    func state(like shown: FeedState) -> Observable<FeedState> {
        stored.map { state in
            let isFresh = !shown.freshness.isRefreshing && shown.isOlder(than: state.fetchedAt)
            return isFresh ? state.fresh(after: shown) : state.refreshed(like: shown)
        }
    }

    /// The state with everything newer that the store has.
    ///
    /// - Ends: after at most one state; without one if nothing has changed. Fails with a `FeedStoreError`.
    /// - Runs on: the subscriber's thread, which the store may block, or a scheduler of its own.
    /// - Keeps: nothing.
    func state(since shown: FeedState) -> Observable<FeedState> {
        .deferred {
            let snapshot = try environment.store.snapshot(of: key.feed.key, order: .newest, limit: 0)
            // The number of muted items changes with the rules.
            if !shown.freshness.isRefreshing,
                shown.isOlder(than: snapshot.fetchedAt) || snapshot.mutedCount != shown.mutedCount
            {
                return state(like: shown)
            }
            var state = try environment.remarked(shown, of: key.feed, snapshot)
            state.lastVisitAt = snapshot.lastVisitAt
            return state.hasSameMarks(as: shown) ? .empty() : .just(state)
        }
    }
}

extension FeedState {
    /// The state that another process has refreshed, with the data that only this process has.
    fileprivate func fresh(after shown: FeedState) -> FeedState {
        var state = self
        state.freshness = .fresh
        state.deferral = shown.deferral
        return state
    }

    /// The stored state with the freshness of the shown one.
    fileprivate func refreshed(like shown: FeedState) -> FeedState {
        var state = self
        state.freshness = shown.freshness
        state.deferral = shown.deferral
        state.remarks = shown.remarks
        return state
    }

    /// True if the state's last refresh was before a date.
    fileprivate func isOlder(than date: Date?) -> Bool { date.map { $0 > fetchedAt ?? .distantPast } ?? false }

    fileprivate func hasSameMarks(as other: FeedState) -> Bool {
        unreadCount == other.unreadCount && lastVisitAt == other.lastVisitAt
            && items.elementsEqual(other.items) {
                $0.marks == $1.marks
            }
    }
}
