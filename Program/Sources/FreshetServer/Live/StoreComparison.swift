import FeedStore
import Feeds
import Freshet
import Platform

/// Finds changes of a feed in the store since a state was shown.
struct StoreComparison {
    private let key: LiveFeed.Key
    private let environment: FeedEnvironment

    init(_ key: LiveFeed.Key, _ environment: FeedEnvironment) {
        self.key = key
        self.environment = environment
    }

    /// Emits what is stored once, without saying how fresh it is. Fails with a `FeedStoreError`.
    var stored: Observable<FeedState> { key.feed.look(key.request(.offline), in: environment).take(1) }

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

    /// The state as it is stored now, as fresh as before.
    fileprivate func refreshed(like shown: FeedState) -> FeedState {
        var state = self
        state.freshness = shown.freshness
        state.deferral = shown.deferral
        state.remarks = shown.remarks
        return state
    }

    /// Whether the feed has been refreshed since, by the date of its last refresh.
    fileprivate func isOlder(than date: Date?) -> Bool { date.map { $0 > fetchedAt ?? .distantPast } ?? false }

    fileprivate func hasSameMarks(as other: FeedState) -> Bool {
        unreadCount == other.unreadCount && lastVisitAt == other.lastVisitAt
            && items.elementsEqual(other.items) {
                $0.marks == $1.marks
            }
    }
}
