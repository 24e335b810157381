import Dispatch
import FeedStore
import Freshet
import Platform
import WebText

/// Refreshes a feed repeatedly, as often as the ledger allows.
struct Watch: Sendable {
    private let feed: any FeedDescription
    private let environment: FeedEnvironment
    private let scheduler: any SchedulerType
    private let request: FeedRequest
    private let refresh: Observable<Void>
    private let attention: Observable<Bool>

    /// - Parameters:
    ///   - refresh: emits when a reader requests a refresh.
    ///   - attention: whether the feed is open; if not, polls wait for their turns.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ request: FeedRequest,
        refresh: Observable<Void>, attention: Observable<Bool>
    ) {
        self.feed = feed
        scheduler = environment.makeScheduler()
        self.environment = environment.on(scheduler)
        self.request = request
        self.refresh = refresh
        self.attention = attention
    }

    var states: Observable<FeedState> {
        .deferred {
            let pace = Pace(environment.now)
            let requests = refresh.subscribe(onNext: { pace.requestRefresh() })
            let rounds = sequence(state: true) { isFirst -> Observable<FeedState>? in
                defer { isFirst = false }
                return round(isFirst: isFirst, pace)
            }
            return Observable.concat(rounds).do(onDispose: { requests.dispose() })
        }
    }

    /// A look, or a pause and then a look.
    private func round(isFirst: Bool, _ pace: Pace) -> Observable<FeedState> {
        .deferred {
            if isFirst { return try first(pace) }
            if request.mode == .offline { return .never() }
            let queue = try environment.polls.queue(of: feed, environment)
            return pause(pace, queue).flatMap { start in
                var next = request
                next.mode = start.isInsisting ? .insisting : .polite
                return look(next, pace, queue).do(onDispose: { start.turn?.end() })
            }
        }
    }

    /// A look if the feed is open; otherwise the stored items, and a look at the feed's turn.
    private func first(_ pace: Pace) throws -> Observable<FeedState> {
        let queue = try environment.polls.queue(of: feed, environment)
        guard let queue, request.mode == .polite else { return look(request, pace, queue) }
        return attention.take(1).observe(on: scheduler).flatMap { isAttended in
            // While the ledger allows no request, a look costs none and is fresh immediately.
            if try isAttended || isFresh() { return look(request, pace, queue) }
            var stored = request
            stored.mode = .offline
            return Look(feed, environment, stored).states
                .do(onNext: { pace.becomeDue(isNew: $0.fetchedAt == nil && $0.items.isEmpty) })
        }
    }

    /// Whether the ledger allows no request yet, since the last one was answered.
    private func isFresh() throws -> Bool {
        let now = environment.now()
        return try environment.store.ledger(.feed(feed.key)).contains { entry in
            entry.isAnswered && entry.nextAllowedAt.map { $0 > now } ?? false
        }
    }

    private func look(_ request: FeedRequest, _ pace: Pace, _ queue: PollQueue?) -> Observable<FeedState> {
        Look(feed, environment, request) { pace.allowed($0?.date) }.states
            .do(onNext: { state in
                guard state.isSettled else { return }
                // An unreadable ledger imposes no spacing.
                let budget = try? RequestBudget(of: feed, environment)
                if let budget { queue?.update(budget.allowance) }
                pace.saw(
                    state.freshness, state.deferral, isInsisting: request.mode == .insisting,
                    spacing: budget?.spacing ?? 0)
            })
    }

    /// Emits once: when the next look is due, or when a refresh is requested or was during a look without a request.
    private func pause(_ pace: Pace, _ queue: PollQueue?) -> Observable<Start> {
        pace.beginPause()
        let interval = pace.interval
        let time = attention.distinctUntilChanged().flatMapLatest { isAttended -> Observable<Start> in
            let due = pace.due
            if let queue, !isAttended {
                return queue.turn(
                    due: due, interval: interval, cost: environment.costs.cost(feed.key), isNew: pace.isNew
                )
                .asObservable().map { Start(turn: $0) }.observe(on: scheduler)
            }
            let wait = DispatchTimeInterval.milliseconds(
                max(0, Int(clamped: (due.timeIntervalSince(environment.now()) * 1000).rounded(.up))))
            return Observable<Int>.timer(wait, scheduler: scheduler).map { _ in Start() }
        }
        // The check of the flag that follows finds a request made before this subscription.
        let asked = Observable.merge(pace.requests.asObservable(), .just(())).filter { pace.takeRequest() }
            .map { Start(isInsisting: true) }
        return Observable.merge(time, asked).take(1)
    }
}

/// Why a pause ended.
private struct Start: Sendable {
    /// The feed's turn, if it waited for one.
    var turn: PollQueue.Turn?
    /// Whether a refresh was requested.
    var isInsisting = false
}
