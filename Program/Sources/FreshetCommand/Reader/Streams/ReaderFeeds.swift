import Dispatch
import FeedStore
import Feeds
import Freshet
import Synchronization

/// One shared stream of states for each feed: the list, the discussion and the background share its requests.
final class ReaderFeeds: Sendable {
    private let store: ReaderStore
    private let alone: ReaderState.Alone?
    private let isOffline: Bool
    private let refreshes = PublishRelay<Feed?>()
    private let watches = Mutex<[FeedKey: Observable<FeedState>]>([:])
    /// How long a feed must stay selected before it is refreshed.
    private static let dwell = RxTimeInterval.milliseconds(250)

    /// - Parameter isOffline: whether no requests are made; also true if `alone` is offline.
    init(_ store: ReaderStore, alone: ReaderState.Alone?, isOffline: Bool) {
        self.store = store
        self.alone = alone
        self.isOffline = isOffline || alone?.request.mode == .offline
    }

    /// Refreshes a feed now if it is watched; nil refreshes all that are watched.
    func refresh(_ feed: Feed?) { refreshes.accept(feed) }

    /// The states of a feed while there are subscribers.
    func watch(_ feed: Feed) -> Observable<FeedState> {
        watches.withLock { watches in
            if let known = watches[feed.key] { return known }
            let refresh = refreshes.asObservable().filter { $0 == nil || $0 == feed }.map { _ in }
            let states = feed.watch(request(feed), refresh: refresh, in: store.environment)
            watches[feed.key] = states
            return states
        }
    }

    /// The states of the list's feed: stored items first, then what its upstream returns, with the store's marks.
    ///
    /// - Parameter limits: how many items are wanted; those beyond the watched ones come from the store.
    func states(of feed: Feed, limits: Observable<Int>, _ changes: Observable<Void>) -> Observable<FeedState> {
        let request = request(feed)
        let environment = store.environment
        let stored = { @Sendable (limit: Int) in
            let request = FeedRequest(limit: limit, mode: .offline, order: request.order, days: request.days)
            return feed.look(request, in: environment)
        }
        if isOffline { return Observable.combineLatest(limits, changes) { limit, _ in limit }.flatMapLatest(stored) }
        let order = request.order ?? feed.controls.defaultOrder
        let watched = watch(feed).throttle(.milliseconds(80), latest: true, scheduler: store.scheduler)
        let dwell = alone == nil ? Self.dwell : .milliseconds(0)
        let live = Observable.combineLatest(watched, limits, changes) { state, limit, _ in (state, limit) }
            .observe(on: store.scheduler)
            .flatMapLatest { state, limit -> Observable<FeedState> in
                let current = try environment.remarked(state, of: feed)
                // Rules hide others now, or more are wanted than are watched.
                guard current.mutedCount != state.mutedCount || limit > request.limit else { return .just(current) }
                return stored(limit).map { current.with($0, order) }
            }
            .do(
                onSubscribe: { [store] in store.visit(feed) },
                onDispose: { [store] in store.visit(feed) })
        return limits.take(1).flatMap(stored).concat(live.delaySubscription(dwell, scheduler: store.scheduler))
    }

    /// Refreshes followed feeds in the background, except those that are refreshed on request only.
    func refreshes(of followed: [FollowedFeed]) -> Observable<ReaderAction> {
        let feeds = isOffline ? [] : followed.filter { $0.settings.interval != .never }.map(\.feed)
        // The visible list comes first, then one feed after another.
        let watches = feeds.enumerated().map { index, feed in
            watch(feed).delaySubscription(.milliseconds(500 + 50 * index), scheduler: store.scheduler)
                .flatMap { _ in Observable<ReaderAction>.empty() }
                .retryingWithNotices(on: store.scheduler)
        }
        return Observable.from(watches).merge()
    }

    private func request(_ feed: Feed) -> FeedRequest {
        if let alone, alone.feed == feed { return alone.request }
        return FeedRequest(limit: feed.controls.limit, mode: isOffline ? .offline : .polite)
    }
}

extension FeedState {
    /// The state with the items that the store lists, and those that have arrived and aren't stored yet.
    fileprivate func with(_ stored: FeedState, _ order: ItemOrder) -> FeedState {
        var state = self
        state.items = order.sorted(items.filter { $0.firstSeenAt == nil } + stored.items)
        state.total = max(stored.total, state.items.count)
        return state
    }
}
