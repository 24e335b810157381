public import FeedStore
public import Freshet

/// A feed: what is stored of it at once, then what the upstream says.
public struct Feed<Item: FeedItem>: Sendable {
    private let source: any FeedSource<Item>
    private let environment: FeedEnvironment

    init(_ source: any FeedSource<Item>, _ environment: FeedEnvironment) {
        self.source = source
        self.environment = environment
    }

    /// The feed's name in the store.
    public var key: FeedKey { source.key }

    /// One look at the feed.
    /// ```
    /// offline     s|
    /// otherwise   s-r-r-r-f|     stored, refreshing (what has arrived grows), fresh or stale
    /// ```
    /// *Ends* after the refresh; a failure of the upstream is a state, not an error. Fails with a ``FeedStoreError`` when nothing can be read.
    /// *Runs on* the environment's scheduler. Disposal cancels the requests; what has not been committed is not kept.
    public func look(_ request: FeedRequest = FeedRequest()) -> Observable<FeedState<Item>> {
        Look(source, environment, request).states
    }

    /// The feed as long as anybody watches: a look, and again whenever the ledger allows it, or `refresh` delivers.
    ///
    /// Shared: ten subscribers cost one poll, a later one receives the newest state at once, and nothing is asked when nobody is left.
    /// *Ends* never; fails with a ``FeedStoreError`` when nothing can be read any more.
    public func watch(
        _ request: FeedRequest = FeedRequest(), refresh: Observable<Void> = .never()
    ) -> Observable<FeedState<Item>> {
        Watch(source, environment, request, refresh).states.share(replay: 1, scope: .whileConnected)
    }

    /// Makes these items count as seen from now on and the feed as shown; the first time, all that is stored counts as seen.
    public func markShown(_ items: [ShownItem<Item>]) throws {
        try environment.markShown(key, ids: items.map(\.item.feedID))
    }

    /// Makes all that was there when the state was told count as seen: its items, and what a limit left out of them.
    public func markShown(_ state: FeedState<Item>) throws {
        let ids = state.items.map(\.item.feedID)
        guard let fetchedAt = state.fetchedAt else { return try environment.markShown(key, ids: ids) }
        try environment.store.markShown(key, ids: ids, at: fetchedAt, withRest: true)
    }

    /// The state with what is new, read and saved as the store has it now; all else stays.
    ///
    /// Blocks the calling thread for some microseconds an item. Items that are not stored stay as they are.
    public func remarked(_ state: FeedState<Item>) throws -> FeedState<Item> {
        let store = environment.store
        let stored = try store.items(of: key, ids: state.items.map(\.item.feedID))
        let known = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        let snapshot = try store.snapshot(of: key, limit: 0)
        var state = state
        state.hasBeenShown = snapshot.hasBeenShown
        state.newTotal = snapshot.newCount
        for index in state.items.indices {
            guard let item = known[state.items[index].item.feedID] else { continue }
            state.items[index].isNew = item.isNew
            state.items[index].isRead = item.isRead
            state.items[index].isSaved = item.isSaved
        }
        return state
    }
}
