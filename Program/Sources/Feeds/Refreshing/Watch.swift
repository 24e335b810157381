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

    /// - Parameter refresh: emits when a reader requests a refresh.
    init(
        _ feed: any FeedDescription, _ environment: FeedEnvironment, _ request: FeedRequest, refresh: Observable<Void>
    ) {
        self.feed = feed
        scheduler = environment.makeScheduler()
        self.environment = environment.on(scheduler)
        self.request = request
        self.refresh = refresh
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
            if isFirst { return look(request, pace) }
            if request.mode == .offline { return .never() }
            return pause(pace).flatMap { isInsisting in
                var next = request
                next.mode = isInsisting ? .insisting : .polite
                return look(next, pace)
            }
        }
    }

    private func look(_ request: FeedRequest, _ pace: Pace) -> Observable<FeedState> {
        Look(feed, environment, request) { pace.allowed($0?.date) }.states
            .do(onNext: { state in
                guard state.isSettled else { return }
                // An unreadable ledger imposes no spacing.
                let budget = try? RequestBudget(of: feed, environment)
                if let budget { environment.polls.update(budget.allowance, of: feed, environment) }
                pace.saw(
                    state.freshness, state.deferral, isInsisting: request.mode == .insisting,
                    spacing: budget?.spacing ?? 0)
            })
    }

    /// Emits once: false when the next look is due, or true when a refresh is requested or was during a look without a request.
    private func pause(_ pace: Pace) -> Observable<Bool> {
        pace.beginPause()
        let wait = DispatchTimeInterval.milliseconds(
            max(0, Int(clamped: (pace.due.timeIntervalSince(environment.now()) * 1000).rounded(.up))))
        let time = Observable<Int>.timer(wait, scheduler: scheduler).map { _ in false }
        // The check of the flag that follows finds a request made before this subscription.
        let asked = Observable.merge(pace.requests.asObservable(), .just(())).filter { pace.takeRequest() }
            .map { true }
        return Observable.merge(time, asked).take(1)
    }
}
