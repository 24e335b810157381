import FeedStore
import Freshet
import Synchronization

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
            let view = AccountFeedStates(feed.description, request, in: environment)
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
