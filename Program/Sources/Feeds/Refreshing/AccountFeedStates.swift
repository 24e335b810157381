import FeedStore
import Platform
import Synchronization

/// The states of a watch that acts for another account, as an account sees them: with its own items, marks and mute filters.
final class AccountFeedStates: Sendable {
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
