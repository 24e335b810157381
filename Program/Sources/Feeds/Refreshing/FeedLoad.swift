import Dispatch
import FeedStore
import Freshet
import Platform

/// One load of a feed: stored items, a refresh, then fresh or stale.
struct FeedLoad: Sendable {
    /// While another load or process refreshes the feed: the pause between reads of the store, and the maximum number of
    /// consecutive reads without a change.
    private static let inProgress = (pause: DispatchTimeInterval.milliseconds(250), turns: 64)

    private let feed: any FeedDescription
    private let environment: FeedEnvironment
    private let request: FeedRequest
    private let scheduler: any SchedulerType
    private let onNext: @Sendable (NextRequest?) -> Void

    /// Calls `onNext` after a refresh with the time of the next allowed request, if it is known.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ request: FeedRequest,
        onNext: @escaping @Sendable (NextRequest?) -> Void = { _ in }
    ) {
        (self.feed, self.environment, self.request) = (feed, environment, request)
        scheduler = environment.makeScheduler()
        self.onNext = onNext
    }

    var states: Observable<FeedState> {
        // Unlike subscribe(on:), disposal completes before it returns: leases are released before the program exits.
        Observable.just(()).observe(on: scheduler).flatMap { () -> Observable<FeedState> in
            let arrival = PartialRefresh(feed, request, in: environment)
            environment.arrivals.begin(arrival)
            return attempt(0, arrival).do(onDispose: { environment.arrivals.end(arrival) })
        }
    }

    /// Refreshes, or waits for the result of another load or process that is refreshing.
    private func attempt(_ turn: Int, _ arrival: PartialRefresh) -> Observable<FeedState> {
        .deferred {
            let stored = try feed.stored(request, in: environment)
            if try !environment.mayRead(feed) { return .just(.notShown(feed)) }
            let first = Observable.just(FeedState(stored, .stored))
            if request.mode == .offline { return first }
            do {
                if Self.hasNothing(stored) { try environment.store.checkOpening(feed.key) }
            } catch let error as FeedStoreError where error.isLimit {
                return Observable.of(FeedState(stored, .stored), FeedState(stored, .stale(FeedError(error))))
            }
            let counted = environment.refreshes.counting(try refresh(stored, arrival), of: type(of: feed).upstream)
            let refreshed = counted.catch { error in
                guard let error = error as? RefreshInProgress else { throw error }
                if turn < Self.inProgress.turns {
                    let arrived = try arrival.show(partOf: environment.arrivals.all)
                    let next = Observable<Int>.timer(Self.inProgress.pause, scheduler: scheduler)
                        .flatMap { _ in attempt(arrived == nil ? turn + 1 : 1, arrival) }
                    return arrived.map { next.startWith($0) } ?? next
                }
                return .just(FeedState(stored, .stale(FeedError(error))))
            }
            return turn == 0 ? first.concat(refreshed.startWith(FeedState(stored, .refreshing(nil)))) : refreshed
        }
    }

    /// True if no request for the feed has succeeded or failed yet.
    private static func hasNothing(_ stored: StoredFeed) -> Bool {
        stored.snapshot.fetchedAt == nil && stored.snapshot.error == nil
    }

    /// Throws a ``FeedStoreError``. The refresh fails with a ``FeedStoreError``, or with ``RefreshInProgress`` before any request.
    private func refresh(_ stored: StoredFeed, _ arrival: PartialRefresh) throws -> Observable<FeedState> {
        let snapshot = stored.snapshot
        let isEnough = !Self.hasNothing(stored) && feed.covers(request, snapshot)
        let interval = try environment.store.interval(of: feed.key)
        // A refresh writes the password that it began with, but the feed may be unfollowed meanwhile.
        let hasSecrets = try snapshot.extra.flatMap { try feed.passwordFeed?.extraWithoutSecrets($0) } != nil
        let deletesSecrets = try hasSecrets && environment.store.followed().contains { $0.feed == feed.key }
        let transport = LedgerTransport(
            feed, environment, scheduler, interval: interval,
            urgency: !isEnough || request.mode == .notified
                ? .required : request.mode == .forced ? .forced : .scheduled,
            // Unreadable items have to be fetched again: a 304 would keep them.
            sendsValidators: snapshot.fetchedAt != nil && stored.unreadable == 0,
            isOutdated: { [store = environment.store, key = feed.key] in
                try store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != snapshot.fetchedAt
            })
        let refreshing = RefreshContext(
            feed: feed, environment: environment, request: request, stored: stored, ledger: transport,
            interval: interval,
            token: try environment.token(for: feed))
        return .deferred {
            feed.refresh(refreshing)
                .map { step in
                    switch step {
                    case .arrived(let items, let progress, let read): try arrival.show(items, read: read, progress)
                    case .done(let result):
                        try finish(result, stored, transport) {
                            if deletesSecrets { try environment.deleteSecrets(of: feed) }
                        }
                    }
                }
                .catch { error in
                    if error is RefreshInProgress { throw error }
                    return .just(try recover(from: error, stored, transport))
                }
                .do(onDispose: { try? transport.close() })  // The lease expires if it can't be released.
        }
    }

    private func finish(
        _ result: RefreshResult, _ stored: StoredFeed, _ transport: LedgerTransport,
        onCommit: () throws -> Void
    ) throws -> FeedState {
        let result = result.checked(for: feed.key).restricted(to: feed.reader, of: feed.key)
        if let pause = result.pause { transport.lengthenPause(to: pause) }
        onNext(transport.next)
        let freshness: Freshness = result.error.map(Freshness.stale) ?? .fresh
        var state: FeedState
        var remarks = result.remarks
        var storeError: FeedStoreError?
        do {
            try transport.commit(
                result.refreshes.map {
                    $0.scoped(by: environment.catalog).marked(with: result.error, of: feed.key, at: environment.now())
                },
                // Without validators, the next response has items that may be readable.
                result.error.map { $0.kind == FeedError.unreadable ? .failed : .part } ?? .whole)
            try onCommit()
            // The answer may have told that the feed is another account's.
            guard try environment.mayRead(feed) else { return .notShown(feed) }
            state = FeedState(try feed.stored(request, in: environment), freshness)
        } catch let error as FeedStoreError {
            if result.isRestricted(from: environment.store.account, feed.key) { return .notShown(feed) }
            // The store failed, but the fetched items can still be shown.
            state = try stored.joined(byUnstored: result.refreshes, of: feed, request.limit, freshness)
            remarks.append(error.description)
            storeError = error
        }
        state.deferral = result.deferral
        state.remarks = remarks
        state.storeError = storeError
        return state
    }

    private func recover(from error: any Error, _ stored: StoredFeed, _ transport: LedgerTransport) throws -> FeedState
    {
        if let error = error as? FeedStoreError { throw error }
        if let deferral = error as? Deferral {
            var state = FeedState(stored, stored.snapshot.error.map { .stale(FeedError($0)) } ?? .fresh)
            state.deferral = deferral
            return state
        }
        let missing = transport.missing(error, after: stored.snapshot)
        let failure = missing?.error ?? FeedError(error)
        let failed = FeedUpdate.failed(feed.key, StoredError(failure, at: missing?.since ?? environment.now()))
        var state = FeedState(stored, .stale(failure))
        let upstream = type(of: feed).upstream
        if failure.kind == "rateLimited", try environment.token(for: feed) == nil, let advice = upstream.tokenAdvice {
            state.remarks.append(advice)
        }
        // A feed that doesn't exist is not stored, only the request.
        let isUnknown = failure.remedy == .changeRequest && stored.snapshot == Snapshot()
        do {
            try transport.commit(isUnknown ? [] : [failed], .failed)
        } catch let error as FeedStoreError {
            state.remarks.append(error.description)
            state.storeError = error
        }
        return state
    }
}

extension FeedUpdate {
    /// The refresh with the scope of its feed, in which the feed's items are marked.
    fileprivate func scoped(by catalog: FeedCatalog) -> FeedUpdate {
        var refresh = self
        if let scope = catalog.feed(feed)?.description.scope { refresh.scope = scope }
        return refresh
    }

    /// The refresh with its error, if it is incomplete.
    fileprivate func marked(with error: FeedError?, of feed: FeedKey, at date: Date) -> FeedUpdate {
        guard let error, self.feed == feed, self.error == nil else { return self }
        var refresh = self
        refresh.error = StoredError(error, at: date)
        return refresh
    }
}

extension FeedState {
    /// The stored items with that freshness.
    init(_ stored: StoredFeed, _ freshness: Freshness) {
        let snapshot = stored.snapshot
        self.init(
            items: stored.items, total: stored.total, unreadCount: snapshot.unreadCount,
            mutedCount: snapshot.mutedCount, freshness: freshness, title: snapshot.title,
            fetchedAt: snapshot.fetchedAt, lastVisitAt: snapshot.lastVisitAt,
            skipped: snapshot.skipped + stored.unreadable, gaps: snapshot.gaps)
    }
}

extension StoredFeed {
    /// Merges stored items with newly arrived ones, up to `limit`. The newer form of an item wins.
    func joined(
        by arrived: [any FeedItem], read: Set<String>, _ limit: Int, _ freshness: Freshness, replacing: Bool = false
    ) -> FeedState {
        var state = FeedState(self, freshness)
        let known = Dictionary(items.map { ($0.entry.id, $0) }) { first, _ in first }
        let arrivedIDs = Set(arrived.map(\.feedID))
        let fresh = arrived.enumerated().map { place, item in
            var shown = known[item.feedID]?.with(item) ?? ShownItem(item, isUnread: !read.contains(item.feedID))
            if order == .ranked { shown.rank = place }
            return shown
        }
        let all = fresh + (replacing ? [] : items.filter { !arrivedIDs.contains($0.entry.id) })
        state.items = Array(order.sorted(all).prefix(limit))
        state.total = replacing ? all.count : max(total, all.count)
        return state
    }

    /// Removes items that rules hide. Stored items that are shown, such as saved ones, stay.
    func shown(_ arrived: [any FeedItem], _ filter: MuteFilter?, at now: Date) -> [any FeedItem] {
        guard let filter else { return arrived }
        let known = Set(items.map(\.entry.id))
        return arrived.filter {
            known.contains($0.feedID) || !filter.hides($0.entry.searchFields, date: $0.feedDate, at: now)
        }
    }

    /// Merges stored items with items that were fetched but couldn't be stored.
    func joined(
        byUnstored refreshes: [FeedUpdate], of feed: some FeedDescription, _ limit: Int, _ freshness: Freshness
    ) throws -> FeedState {
        guard let refresh = refreshes.first(where: { $0.feed == feed.key }) else { return FeedState(self, freshness) }
        let listed = refresh.items.filter { !refresh.removed.contains($0.id) }
        let items = try listed.map { try payloadItem(feed, $0) }
        var stored = self
        stored.items.removeAll { refresh.removed.contains($0.entry.id) }
        var state = stored.joined(by: items, read: refresh.read, limit, freshness, replacing: refresh.mode == .replace)
        state.gaps = refresh.gaps + state.gaps
        if let title = refresh.title { state.title = title }
        if let skipped = refresh.skipped { state.skipped = skipped }
        if refresh.error == nil { state.fetchedAt = refresh.fetchedAt }
        return state
    }

    private func payloadItem<Source: FeedDescription>(_: Source, _ item: FeedUpdate.Item) throws -> any FeedItem {
        try Source.Item(payload: item.payload)
    }
}

extension ItemOrder {
    /// The items in an order, sorted like the store does. The sort is stable.
    package func sorted(_ items: [ShownItem]) -> [ShownItem] {
        switch self {
        case .newest: Self.sorted(items) { $0.entry.date }
        case .ranked: Self.sorted(items) { $0.rank.map { -$0 } }
        case .largest: Self.sorted(items) { $0.entry.measures.first?.compared }
        }
    }

    /// Largest values first; items without a value last.
    private static func sorted<Value: Comparable>(
        _ items: [ShownItem], by value: (ShownItem) -> Value?
    ) -> [ShownItem] {
        let keyed = items.enumerated().map { (offset: $0, value: value($1), item: $1) }
        return keyed.sorted { one, other in
            switch (one.value, other.value) {
            case (let left?, let right?) where left != right: left > right
            case (nil, _?): false
            case (_?, nil): true
            default: one.offset < other.offset
            }
        }.map(\.item)
    }
}
