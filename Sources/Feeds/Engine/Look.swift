import FeedStore
import Freshet

/// One look at a feed: stored, refreshing, then fresh or stale.
struct Look<Item: FeedItem>: Sendable {
    private let source: any FeedSource<Item>
    private let context: FeedContext
    private let onNext: @Sendable (NextRequest?) -> Void

    private var environment: FeedEnvironment { context.environment }

    /// Tells `onAllowed` after a request when the next one is allowed, if an answer said so.
    init(
        _ source: any FeedSource<Item>, _ environment: FeedEnvironment, _ request: FeedRequest,
        onAllowed: @escaping @Sendable (NextRequest?) -> Void = { _ in }
    ) {
        self.source = source
        context = FeedContext(environment: environment, request: request)
        onNext = onAllowed
    }

    var states: Observable<FeedState<Item>> {
        Observable.deferred {
            let stored = try source.stored(context)
            let first = Observable.just(FeedState(stored, .stored))
            return context.request.mode == .offline ? first : first.concat(refresh(stored))
        }
        .subscribe(on: environment.scheduler)
    }

    private func refresh(_ stored: StoredFeed<Item>) -> Observable<FeedState<Item>> {
        let accountant = Accountant(
            source.key, environment,
            isInsisting: context.request.mode == .insisting || !source.covers(context.request, stored.snapshot),
            sendsValidators: stored.snapshot.fetchedAt != nil && stored.snapshot.error == nil,
            source.accounting)
        let refreshing = RefreshContext(
            environment: environment, request: context.request, stored: stored, accountant: accountant)
        return source.refresh(refreshing)
            .map { step in
                switch step {
                case .arrived(let items, let progress):
                    stored.joined(by: items, .refreshing(progress), limit: context.request.limit)
                case .done(let result): try finish(result, stored, accountant)
                }
            }
            .startWith(FeedState(stored, .refreshing(nil)))
            .catch { error in .just(try recover(from: error, stored, accountant)) }
            .do(onDispose: {
                // A lease that cannot be given back ends by itself.
                try? accountant.release()
            })
    }

    private func finish(
        _ result: RefreshResult, _ stored: StoredFeed<Item>, _ accountant: Accountant
    ) throws -> FeedState<Item> {
        onNext(accountant.next)
        var remarks = result.remarks
        let standing: Standing = result.error.map(Standing.stale) ?? .fresh
        let entries = accountant.entries
        do {
            try environment.store.commit(result.refreshes, ledger: entries.ledger, quotas: entries.quotas)
        } catch let error as FeedStoreError {
            // What was fetched is shown all the same.
            remarks.append(error.description)
            var state = stored.joined(
                by: try source.unstored(result.refreshes), standing, limit: context.request.limit)
            state.fetchedAt = environment.now()
            state.remarks = remarks
            return state
        }
        var state = FeedState(try source.stored(context), standing)
        state.abstention = result.abstention
        state.remarks = remarks
        return state
    }

    private func recover(
        from error: any Error, _ stored: StoredFeed<Item>, _ accountant: Accountant
    ) throws -> FeedState<Item> {
        if let error = error as? FeedStoreError { throw error }
        if let abstention = error as? Abstention {
            var standing = stored.snapshot.error.map { Standing.stale(FeedError($0)) } ?? .fresh
            // What was never fetched is not fresh: another process is at it.
            if stored.snapshot.fetchedAt == nil, standing == .fresh { standing = .stale(FeedError(abstention)) }
            var state = FeedState(stored, standing)
            state.abstention = abstention
            return state
        }
        let failure = FeedError(error)
        let entries = accountant.entries
        let failed = Refresh.failed(source.key, StoredError(failure, at: environment.now()))
        var state = FeedState(stored, .stale(failure))
        do {
            try environment.store.commit([failed], ledger: entries.ledger, quotas: entries.quotas)
        } catch let error as FeedStoreError {
            state.remarks.append(error.description)
        }
        return state
    }
}

extension FeedState {
    /// What is stored, as it stands.
    init(_ stored: StoredFeed<Item>, _ standing: Standing) {
        self.init(
            items: stored.items, total: stored.total, standing: standing, fetchedAt: stored.snapshot.fetchedAt,
            skipped: stored.snapshot.skipped, gaps: stored.snapshot.gaps,
            hasBeenShown: stored.snapshot.hasBeenShown)
    }
}
