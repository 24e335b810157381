import Dispatch
import FeedStore
import Feeds
import Freshet
import Search
import Synchronization

/// One shared stream of states for each feed: the list, the discussion and the background share its requests.
final class ReaderFeeds: Sendable {
    private let store: ReaderStore
    private let alone: ReaderState.Alone?
    private let isOffline: Bool
    private let refreshes = PublishRelay<Feed?>()
    private let limit: Int?
    private let watches = Mutex<[Watched: Observable<FeedState>]>([:])

    private struct Watched: Hashable {
        let feed: FeedKey
        let limit: Int
    }

    /// The time that a feed must stay selected before it is refreshed.
    private static let dwell = RxTimeInterval.milliseconds(250)

    /// - Parameters:
    ///   - isOffline: true to make no requests; implied by an offline `alone`.
    ///   - limit: the number of items in a list, by the configuration.
    init(_ store: ReaderStore, alone: ReaderState.Alone?, isOffline: Bool, limit: Int? = nil) {
        self.limit = limit
        self.store = store
        self.alone = alone
        self.isOffline = isOffline || alone?.request.mode == .offline
    }

    /// Refreshes a feed if it is watched; nil refreshes all watched feeds.
    func refresh(_ feed: Feed?) { refreshes.accept(feed) }

    /// The states of a feed while there are subscribers.
    ///
    /// - Parameter limit: the number of items to request; nil for the usual one.
    func watch(_ feed: Feed, limit: Int? = nil) -> Observable<FeedState> {
        let request = request(feed, limit: limit)
        let watched = Watched(feed: feed.key, limit: request.limit)
        return watches.withLock { watches in
            if let known = watches[watched] { return known }
            let refresh = refreshes.asObservable().filter { $0 == nil || $0 == feed }.map { _ in }
            let states = feed.watch(request, refresh: refresh, in: store.environment)
            watches[watched] = states
            return states
        }
    }

    /// The states of the list's feed: stored items first, then what its upstream returns, with the store's marks.
    ///
    /// - Parameters:
    ///   - limits: the number of items to request.
    ///   - windows: the wanted part of the list; sources that aren't watched come from the store.
    func states(
        of feed: Feed, _ limits: Observable<Int>, _ windows: Observable<ListWindow>, _ changes: Observable<Void>
    ) -> Observable<ReaderAction> {
        limits.flatMapLatest { self.states(of: feed, limit: $0, windows, changes) }
    }

    private func states(
        of feed: Feed, limit: Int, _ windows: Observable<ListWindow>, _ changes: Observable<Void>
    ) -> Observable<ReaderAction> {
        let request = request(feed, limit: limit)
        let environment = store.environment
        let stored = { @Sendable (window: ListWindow) in
            let request = FeedRequest(
                limit: window.count, offset: window.start, mode: .offline, order: request.order, days: request.days,
                filter: ItemFilter(words: ItemWords.words(of: window.filter)))
            return feed.load(request, in: environment).map { ($0, window) }
        }
        let action = { @Sendable (state: FeedState, window: ListWindow) in
            ReaderAction.feed(feed, state, in: window, hasMore: try self.hasMore(than: request, of: feed, state))
        }
        if isOffline {
            return Observable.combineLatest(windows, changes) { window, _ in window }.flatMapLatest(stored).map(action)
        }
        let order = request.order ?? feed.controls.defaultOrder
        let watched = watch(feed, limit: limit).throttle(.milliseconds(80), latest: true, scheduler: store.scheduler)
        let dwell = alone == nil ? Self.dwell : .milliseconds(0)
        let live = Observable.combineLatest(watched, windows, changes) { state, window, _ in (state, window) }
            .observe(on: store.scheduler)
            .flatMapLatest { state, window -> Observable<(FeedState, ListWindow)> in
                let current = try environment.remarked(state, of: feed)
                let isWatched = window.start == 0 && window.count <= request.limit && window.filter.isEmpty
                // Rules hide other items, or the wanted items aren't the watched ones.
                guard current.mutedCount != state.mutedCount || !isWatched else { return .just((current, window)) }
                return stored(window).map { (current.with($0, order, in: $1), $1) }
            }
            .do(
                onSubscribe: { [store] in store.visit(feed) },
                onDispose: { [store] in store.visit(feed) })
        return windows.take(1).flatMap(stored)
            .concat(live.delaySubscription(dwell, scheduler: store.scheduler))
            .map(action)
    }

    /// Refreshes followed feeds in the background, except those that are refreshed on request only.
    ///
    /// A refresh continues while other feeds are followed, renamed or moved to another folder.
    func refreshes(of followed: Observable<[FollowedFeed]>) -> Observable<ReaderAction> {
        if isOffline { return .empty() }
        let rounds = followed.map { $0.filter { $0.settings.interval != .never }.map(\.feed) }
            .distinctUntilChanged()
            .scan((feeds: Set<FeedKey>(), new: [Feed]())) { former, feeds in
                (Set(feeds.map(\.key)), feeds.filter { !former.feeds.contains($0.key) })
            }
            .share(replay: 1)
        // The visible list comes first, then one feed after another.
        return rounds.flatMap { Observable.from(Array($0.new.enumerated())) }.flatMap { index, feed in
            self.watch(feed).delaySubscription(.milliseconds(500 + 50 * index), scheduler: self.store.scheduler)
                .map { RefreshProgress.Step($0, of: feed.key) }
                .distinctUntilChanged()
                .map { ReaderAction.refreshing($0) }
                .retryingWithNotices(on: self.store.scheduler)
                .take(until: rounds.filter { !$0.feeds.contains(feed.key) })
        }
    }

    private func request(_ feed: Feed, limit: Int?) -> FeedRequest {
        var request = FeedRequest(
            limit: feed.controls.limit(configured: self.limit), mode: isOffline ? .offline : .scheduled)
        if let alone, alone.feed == feed { request = alone.request }
        if let limit { request.limit = limit }
        return request
    }

    /// True if the upstream has more items than were requested.
    private func hasMore(than request: FeedRequest, of feed: Feed, _ state: FeedState) throws -> Bool {
        guard !isOffline, state.isSettled, state.received >= request.limit, request.limit < feed.controls.maximum else {
            return false
        }
        var larger = request
        larger.limit += 1
        let snapshot = try store.environment.store.snapshot(of: feed.key, order: .newest, limit: 0)
        return !feed.description.covers(larger, snapshot)
    }
}

extension FeedState {
    /// The state with the items that the store lists, at the top with those that have arrived and aren't stored yet.
    fileprivate func with(_ stored: FeedState, _ order: ItemOrder, in window: ListWindow) -> FeedState {
        var state = self
        let isTop = window.start == 0 && window.filter.isEmpty
        state.items = isTop ? order.sorted(items.filter { $0.firstSeenAt == nil } + stored.items) : stored.items
        state.total = max(stored.total, window.start + state.items.count)
        return state
    }
}
