import Dispatch
import FeedStore
import Freshet

/// One look at a feed: stored, refreshing, then fresh or stale.
struct Look<Item: FeedItem>: Sendable {
    /// How often what somebody else is asking for is looked for, and how many times.
    private static var patience: (pause: DispatchTimeInterval, turns: Int) { (.milliseconds(250), 60) }

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
        // Unlike with subscribe(on:), disposal is done when it returns: leases are given back before a program ends.
        Observable.just(()).observe(on: environment.scheduler).flatMap { attempt(0) }
    }

    /// Asks unless somebody else does; then waits for what comes of that.
    private func attempt(_ turn: Int) -> Observable<FeedState<Item>> {
        .deferred {
            let stored = try source.stored(context)
            let first = Observable.just(FeedState(stored, .stored))
            if context.request.mode == .offline { return first }
            let refreshed = refresh(stored).catch { error in
                guard let error = error as? BeingAsked else { throw error }
                if turn < Self.patience.turns {
                    return Observable<Int>.timer(Self.patience.pause, scheduler: environment.scheduler)
                        .flatMap { _ in attempt(turn + 1) }
                }
                return .just(FeedState(stored, .stale(FeedError(error))))
            }
            return turn == 0 ? first.concat(refreshed.startWith(FeedState(stored, .refreshing(nil)))) : refreshed
        }
    }

    /// Fails with ``BeingAsked`` before anything is asked, or with a ``FeedStoreError``.
    private func refresh(_ stored: StoredFeed<Item>) -> Observable<FeedState<Item>> {
        let snapshot = stored.snapshot
        let hasNothing = snapshot.fetchedAt == nil && snapshot.error == nil
        let accountant = Accountant(
            source.key, environment,
            isInsisting: context.request.mode == .insisting || hasNothing || !source.covers(context.request, snapshot),
            // What cannot be read any more has to come again.
            sendsValidators: snapshot.fetchedAt != nil && stored.unreadable == 0, source.accounting)
        let refreshing = RefreshContext(
            environment: environment, request: context.request, stored: stored, accountant: accountant)
        let limit = context.request.limit
        return source.refresh(refreshing)
            .map { step in
                switch step {
                case .arrived(let items, let progress, let seen):
                    stored.joined(by: items, seen: seen, limit, .refreshing(progress))
                case .done(let result): try finish(result, stored, accountant)
                }
            }
            .catch { error in
                if error is BeingAsked { throw error }
                return .just(try recover(from: error, stored, accountant))
            }
            .do(onDispose: {
                // A lease that cannot be given back ends by itself.
                try? accountant.close()
            })
    }

    private func finish(
        _ result: RefreshResult, _ stored: StoredFeed<Item>, _ accountant: Accountant
    ) throws -> FeedState<Item> {
        onNext(accountant.next)
        let standing: Standing = result.error.map(Standing.stale) ?? .fresh
        do {
            try accountant.commit(result.refreshes, result.error == nil ? .whole : .part)
        } catch let error as FeedStoreError {
            // What was fetched is shown all the same.
            var state = try stored.joined(byUnstored: result.refreshes, of: source.key, context.request.limit, standing)
            state.abstention = result.abstention
            state.remarks = result.remarks + [error.description]
            return state
        }
        var state = FeedState(try source.stored(context), standing)
        state.abstention = result.abstention
        state.remarks = result.remarks
        return state
    }

    private func recover(
        from error: any Error, _ stored: StoredFeed<Item>, _ accountant: Accountant
    ) throws -> FeedState<Item> {
        if let error = error as? FeedStoreError { throw error }
        if let abstention = error as? Abstention {
            var state = FeedState(stored, stored.snapshot.error.map { .stale(FeedError($0)) } ?? .fresh)
            state.abstention = abstention
            return state
        }
        let failure = FeedError(error)
        let failed = Refresh.failed(source.key, StoredError(failure, at: environment.now()))
        var state = FeedState(stored, .stale(failure))
        if source.key.isGitHub, failure.kind == "rateLimited", environment.gitHubToken == nil {
            state.remarks.append(GitHubBudget.tokenAdvice)
        }
        do {
            try accountant.commit([failed], .failed)
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
            items: stored.items, total: stored.total, newTotal: stored.snapshot.newCount, standing: standing,
            fetchedAt: stored.snapshot.fetchedAt,
            skipped: stored.snapshot.skipped + stored.unreadable, gaps: stored.snapshot.gaps,
            hasBeenShown: stored.snapshot.hasBeenShown)
    }
}
