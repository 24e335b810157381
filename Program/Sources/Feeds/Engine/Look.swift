import Dispatch
import FeedStore
import Freshet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One look at a feed: stored, refreshing, then fresh or stale.
struct Look: Sendable {
    /// How often the store is looked into while another process refreshes the feed, and how many times.
    private static let inProgress = (pause: DispatchTimeInterval.milliseconds(250), turns: 64)

    private let feed: any FeedDescription
    private let context: FeedContext
    private let scheduler: any SchedulerType
    private let onNext: @Sendable (NextRequest?) -> Void

    private var environment: FeedEnvironment { context.environment }

    /// Calls `onNext` after a refresh with when the next request is allowed, if an answer said so.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ request: FeedRequest,
        onNext: @escaping @Sendable (NextRequest?) -> Void = { _ in }
    ) {
        self.feed = feed
        context = FeedContext(environment: environment, request: request)
        scheduler = environment.makeScheduler()
        self.onNext = onNext
    }

    var states: Observable<FeedState> {
        // Unlike with subscribe(on:), disposal is done when it returns: leases are given back before a program ends.
        Observable.just(()).observe(on: scheduler).flatMap { attempt(0) }
    }

    /// Asks unless another process does; then waits for what comes of that.
    private func attempt(_ turn: Int) -> Observable<FeedState> {
        .deferred {
            let stored = try feed.stored(context)
            let first = Observable.just(FeedState(stored, .stored))
            if context.request.mode == .offline { return first }
            let refreshed = try refresh(stored, isFirst: turn == 0).catch { error in
                guard let error = error as? RefreshInProgress else { throw error }
                if turn < Self.inProgress.turns {
                    return Observable<Int>.timer(Self.inProgress.pause, scheduler: scheduler)
                        .flatMap { _ in attempt(turn + 1) }
                }
                return .just(FeedState(stored, .stale(FeedError(error))))
            }
            return turn == 0 ? first.concat(refreshed.startWith(FeedState(stored, .refreshing(nil)))) : refreshed
        }
    }

    /// Throws a ``FeedStoreError``; the refresh fails with one too, or with ``RefreshInProgress`` before anything is asked.
    private func refresh(_ stored: StoredFeed, isFirst: Bool) throws -> Observable<FeedState> {
        let snapshot = stored.snapshot
        let hasNothing = snapshot.fetchedAt == nil && snapshot.error == nil
        let isEnough = !hasNothing && feed.covers(context.request, snapshot)
        let interval = try environment.store.interval(of: feed.key)
        let transport = LedgerTransport(
            feed, environment, scheduler, interval: interval,
            urgency: !isEnough ? .needed : context.request.mode == .insisting ? .insisting : .polite,
            // What can't be read any more has to come again.
            sendsValidators: snapshot.fetchedAt != nil && stored.unreadable == 0,
            readAt: isFirst ? snapshot.fetchedAt ?? .distantPast : nil)
        let refreshing = RefreshContext(
            environment: environment, request: context.request, stored: stored, ledger: transport, interval: interval
        )
        let limit = context.request.limit
        // What a rule mutes isn't shown for the moment until it is stored, either.
        let muting = Result { try environment.store.muteFilter(for: feed.key) }
        return feed.refresh(refreshing)
            .map { step in
                switch step {
                case .arrived(let items, let progress, let seen):
                    stored.joined(
                        by: try stored.shown(items, try muting.get(), at: environment.now()), seen: seen, limit,
                        .refreshing(progress))
                case .done(let result): try finish(result, stored, transport)
                }
            }
            .catch { error in
                if error is RefreshInProgress { throw error }
                return .just(try recover(from: error, stored, transport))
            }
            .do(onDispose: {
                try? transport.close()  // A lease that can't be given back ends by itself.
            })
    }

    private func finish(
        _ result: RefreshResult, _ stored: StoredFeed, _ transport: LedgerTransport
    ) throws -> FeedState {
        if let pause = result.pause { transport.lengthenPause(to: pause) }
        onNext(transport.next)
        let freshness: Freshness = result.error.map(Freshness.stale) ?? .fresh
        var state: FeedState
        var remarks = result.remarks
        do {
            try transport.commit(
                result.refreshes.map { $0.marked(with: result.error, of: feed.key, at: environment.now()) },
                result.error == nil ? .whole : .part)
            state = FeedState(try feed.stored(context), freshness)
        } catch let error as FeedStoreError {
            // What was fetched is shown all the same.
            state = try stored.joined(byUnstored: result.refreshes, of: feed, context.request.limit, freshness)
            remarks.append(error.description)
        }
        state.deferral = result.deferral
        state.remarks = remarks
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
        let failure = FeedError(error)
        let failed = Refresh.failed(feed.key, StoredError(failure, at: environment.now()))
        var state = FeedState(stored, .stale(failure))
        let upstream = type(of: feed).upstream
        if failure.kind == "rateLimited", environment.token(for: upstream) == nil, let advice = upstream.tokenAdvice {
            state.remarks.append(advice)
        }
        // A feed that doesn't exist leaves nothing behind but the request.
        let isUnknown = failure.remedy == .changeRequest && stored.snapshot == Snapshot()
        do {
            try transport.commit(isUnknown ? [] : [failed], .failed)
        } catch let error as FeedStoreError {
            state.remarks.append(error.description)
        }
        return state
    }
}

extension Refresh {
    /// The refresh of that feed with why it isn't whole.
    fileprivate func marked(with error: FeedError?, of feed: FeedKey, at date: Date) -> Refresh {
        guard let error, self.feed == feed, self.error == nil else { return self }
        var refresh = self
        refresh.error = StoredError(error, at: date)
        return refresh
    }
}

extension FeedState {
    /// What is stored, as fresh as that.
    init(_ stored: StoredFeed, _ freshness: Freshness) {
        let snapshot = stored.snapshot
        self.init(
            items: stored.items, total: stored.total, unreadCount: snapshot.unreadCount,
            mutedCount: snapshot.mutedCount, freshness: freshness, title: snapshot.title,
            fetchedAt: snapshot.fetchedAt, lastVisitAt: snapshot.lastVisitAt,
            skipped: snapshot.skipped + stored.unreadable, gaps: snapshot.gaps)
    }
}
