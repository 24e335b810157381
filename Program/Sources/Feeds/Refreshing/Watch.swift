import Dispatch
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
            let schedule = WatchSchedule(environment.now)
            let requests = refresh.subscribe(onNext: { schedule.requestRefresh() })
            let rounds = sequence(state: true) { isFirst -> Observable<FeedState>? in
                defer { isFirst = false }
                return round(isFirst: isFirst, schedule)
            }
            return Observable.concat(rounds).do(onDispose: { requests.dispose() })
        }
    }

    /// A load, or a pause and then a load.
    private func round(isFirst: Bool, _ schedule: WatchSchedule) -> Observable<FeedState> {
        .deferred {
            if isFirst { return load(request, schedule) }
            if request.mode == .offline { return .never() }
            return pause(schedule).flatMap { isForced in
                var next = request
                next.mode = isForced ? .forced : .scheduled
                return load(next, schedule)
            }
        }
    }

    private func load(_ request: FeedRequest, _ schedule: WatchSchedule) -> Observable<FeedState> {
        FeedLoad(feed, environment, request) { schedule.allowed($0?.date) }.states
            .do(onNext: { state in
                guard state.isSettled else { return }
                // An unreadable ledger imposes no spacing.
                let budget = try? RequestBudget(of: feed, environment)
                if let budget { environment.polls.update(budget.allowance, of: feed, environment) }
                schedule.saw(
                    state.freshness, state.deferral, isForced: request.mode == .forced,
                    spacing: budget?.spacing ?? 0)
            })
    }

    /// Emits once: false when the next load is due, or true when a refresh is requested or was during a load without a request.
    private func pause(_ schedule: WatchSchedule) -> Observable<Bool> {
        schedule.beginPause()
        let wait = DispatchTimeInterval.milliseconds(
            max(0, Int(clamped: (schedule.due.timeIntervalSince(environment.now()) * 1000).rounded(.up))))
        let time = Observable<Int>.timer(wait, scheduler: scheduler).map { _ in false }
        // The check of the flag that follows finds a request made before this subscription.
        let asked = Observable.merge(schedule.requests.asObservable(), .just(())).filter { schedule.takeRequest() }
            .map { true }
        return Observable.merge(time, asked).take(1)
    }
}
