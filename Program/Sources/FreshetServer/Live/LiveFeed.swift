import Dispatch
import Feeds
import Freshet

/// A feed for its clients: one hot stream of frames and one of each view, shared by all clients.
///
/// Each of them is connected by its first subscriber and, `grace` after the last one has left, disconnected. A client that reconnects
/// in time receives what it missed. A feed that is only followed is refreshed, but keeps no items in memory.
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

    /// What changes a live feed.
    private enum Change: Sendable {
        case state(FeedState)
        case failure(any Error)
        /// What a viewer who comes while the feed is refreshed is shown first.
        case beginning(FeedState)
        /// Later contents of the store.
        case stored(FeedState)

        /// The state after the change.
        func applied(to shown: FeedState?) -> FeedState {
            switch self {
            case .state(let state), .stored(let state): return state
            case .beginning(let state): return shown ?? state
            case .failure(let error):
                var state = shown ?? FeedState(freshness: .stored)
                state.freshness = .stale(FeedError(error))
                return state
            }
        }
    }

    /// The minimum interval between frames; earlier ones are dropped.
    private static let frameInterval = RxTimeInterval.milliseconds(25)
    /// How long a refresh keeps the stream connected.
    private static let refreshTimeout = RxTimeInterval.seconds(5)
    /// The pause before a watch that failed is restarted.
    private static let retryInterval = RxTimeInterval.seconds(15)

    let key: Key
    /// The states of the feed; see the type.
    let frames: Observable<Frame>
    /// The frames for the home page.
    let sections: Observable<any LiveView>
    /// The frames for a page that loads the items itself: how fresh they are, and the progress of a refresh.
    let statuses: Observable<any LiveView>
    private let pageViews: ChosenViews<ListChoice>
    private let documentViews: ChosenViews<DocumentView.Choice>
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    /// What refreshes change, without a replay: connected as long as anything needs the feed.
    private let changes: Observable<Change>
    /// The subscription that a refresh keeps for a while.
    private let held = SerialDisposable()
    private let refreshes: PublishRelay<Void>
    private let rechecks: PublishRelay<Void>
    private let viewCount: Counter
    private let audience = Audience()
    /// The last state that a refresh led to, without its items.
    private let outline: BehaviorRelay<FeedState?>
    private let newest = BehaviorRelay<Frame?>(value: nil)

    /// A live feed, which its first subscriber connects.
    ///
    /// - Parameters:
    ///   - grace: how long a stream without subscribers stays connected.
    ///   - stop: emits once, when the server stops.
    ///   - site: what pages have in common now.
    ///   - nextEpoch: names the next run of a live feed.
    ///   - connection: called with true when the stream is connected, and with false when it is disconnected.
    init(
        _ key: Key, in environment: FeedEnvironment, grace: RxTimeInterval, stop: Observable<Void>,
        site: @escaping @Sendable () -> Site, nextEpoch: @escaping @Sendable () -> String,
        connection: @escaping @Sendable (Bool) -> Void
    ) {
        self.key = key
        self.environment = environment
        let scheduler = environment.makeScheduler()
        let (refreshes, rechecks, viewCount) = (PublishRelay<Void>(), PublishRelay<Void>(), Counter())
        (self.scheduler, self.refreshes, self.rechecks, self.viewCount) = (scheduler, refreshes, rechecks, viewCount)
        let (newest, audience) = (newest, audience)
        let outline = BehaviorRelay<FeedState?>(value: nil)
        self.outline = outline
        let changes = Observable.deferred {
            outline.accept(nil)
            return Self.changes(
                key, in: environment, scheduler, refresh: refreshes.asObservable(), attention: audience.isAttentive
            )
            .take(until: stop)
            .do(onSubscribe: { connection(true) }, onDispose: { connection(false) })
        }
        .do(onNext: { outline.accept($0.applied(to: outline.value).withoutItems) })
        .share()
        self.changes = changes
        let frames = Observable.deferred { () -> Observable<Frame> in
            let epoch = nextEpoch()
            return Self.states(key, in: environment, scheduler, changes, outline, rechecks: rechecks.asObservable())
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
        @Sendable func views<View: LiveView>(
            _ choice: ListChoice = ListChoice(), _ next: @escaping @Sendable (View?, Frame) -> View?
        ) -> Observable<any LiveView> {
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
            let pages = views(choice) { (previous: PageView?, frame) in
                let page = FeedPage(feed: feed, state: frame.state, query: query, site: frame.site)
                let content = PageView.Content(
                    page.rows, page.statusLine, frame.state.freshness, at: frame.site.seenBy(frame.state.items))
                return PageView.view(frame, content, after: previous)
            }
            return audience.looking(pages)
        }
        sections = views { (previous: PageView?, frame) in
            let section = HomePage.Section(feed: feed, state: frame.state)
            let content = PageView.Content(
                section.rows(frame.site), section.statusLine(frame.site), frame.state.freshness, at: frame.site.now)
            return PageView.view(frame, content, feed: feed.address, after: previous)
        }
        statuses = audience.looking(
            views { (previous: PageView?, frame) in
                let status = StatusLine(feed: feed, state: frame.state, site: frame.site).html
                let content = PageView.Content([], status, frame.state.freshness, at: frame.site.now)
                return PageView.view(frame, content, after: previous)
            })
        documentViews = ChosenViews { choice in
            let documents = views(choice.items) { (previous: DocumentView?, frame) in
                DocumentView(frame, of: feed, origin: choice.origin, after: previous)
            }
            return audience.looking(documents)
        }
    }

    /// The frames for pages that show the chosen items.
    func pages(_ choice: ListChoice = ListChoice()) -> Observable<any LiveView> { pageViews.views(of: choice) }

    /// The frames for programs that read the chosen items.
    ///
    /// - Parameter origin: the server's address for them.
    func documents(_ choice: ListChoice = ListChoice(), origin: String) -> Observable<any LiveView> {
        documentViews.views(of: DocumentView.Choice(items: choice, origin: origin))
    }

    /// The newest frame; nil until the first one has arrived, and without viewers.
    var latest: Frame? { newest.value }

    /// Whether the feed has viewers.
    var hasViewers: Bool { viewCount.value > 0 }

    /// For a follower: keeps the feed refreshed, in its turn.
    var followed: Observable<Void> { audience.following(changes).map { _ in () } }

    /// The frames for a request that waits for a refresh.
    var attended: Observable<Frame> { audience.looking(frames) }

    /// Emits what is stored once, as fresh as the last refresh left it.
    var stored: Observable<FeedState> {
        let comparison = StoreComparison(key, environment)
        return outline.value.map(comparison.state(like:)) ?? comparison.stored
    }

    /// Connects the stream for the grace period, or prolongs it.
    func touch() { frames.subscribe().dispose() }

    /// Refreshes the feed now, unless a limit forbids it or a refresh is in progress.
    func refresh() {
        // A shorter grace period must not cancel the request.
        held.disposable = changes.take(for: Self.refreshTimeout, scheduler: scheduler).subscribe()
        refreshes.accept(())
    }

    /// Compares the newest frame with the store, where other readers and processes write.
    func recheck() { rechecks.accept(()) }

    private static func changes(
        _ key: Key, in environment: FeedEnvironment, _ scheduler: any SchedulerType, refresh: Observable<Void>,
        attention: Observable<Bool>
    ) -> Observable<Change> {
        key.feed.watch(key.request(.polite), refresh: refresh, attention: attention, in: environment)
            .map { Change.state($0) }
            // A store that can't be read is shown as stale, and read again later.
            .catch { error in Observable.just(.failure(error)).concat(Observable.error(error)) }
            .retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in Observable<Int>.timer(retryInterval, scheduler: scheduler) }
            })
    }

    private static func states(
        _ key: Key, in environment: FeedEnvironment, _ scheduler: any SchedulerType, _ changes: Observable<Change>,
        _ outline: BehaviorRelay<FeedState?>, rechecks: Observable<Void>
    ) -> Observable<FeedState> {
        let comparison = StoreComparison(key, environment)
        let latest = BehaviorRelay<FeedState?>(value: nil)
        // Subscribed to after the changes: one that comes meanwhile is newer.
        let beginning = Observable.deferred {
            outline.value.map(comparison.state(like:)) ?? .empty()
        }
        .map { Change.beginning($0) }
        .catch { .just(.failure($0)) }
        let stored = rechecks.observe(on: scheduler).flatMap { _ -> Observable<Change> in
            guard let shown = latest.value else { return .empty() }
            // The next commit is compared again, so a store that can't be read now is no failure.
            return comparison.state(since: shown).map { .stored($0) }.catch { _ in .empty() }
        }
        return Observable.merge(changes.observe(on: scheduler), beginning.observe(on: scheduler), stored)
            .scan(nil as FeedState?) { shown, change in change.applied(to: shown) }
            .compactMap { $0 }
            .do(onNext: { latest.accept($0) })
            .throttle(frameInterval, latest: true, scheduler: scheduler)
    }
}

extension FeedState {
    fileprivate var withoutItems: FeedState {
        var state = self
        state.items = []
        return state
    }
}
