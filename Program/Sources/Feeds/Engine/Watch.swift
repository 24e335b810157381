import Dispatch
import FeedStore
import Freshet
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Looks at a feed again and again, as often as the ledger allows.
struct Watch<Item: FeedItem>: Sendable {
    private let source: any FeedSource<Item>
    private let environment: FeedEnvironment
    private let request: FeedRequest
    private let refresh: Observable<Void>

    init(
        _ source: any FeedSource<Item>, _ environment: FeedEnvironment, _ request: FeedRequest,
        _ refresh: Observable<Void>
    ) {
        self.source = source
        self.environment = environment
        self.request = request
        self.refresh = refresh
    }

    var states: Observable<FeedState<Item>> {
        .deferred {
            let pace = Pace(environment.now)
            let wishes = refresh.subscribe(onNext: { pace.wish() })
            let rounds = sequence(state: true) { isFirst -> Observable<FeedState<Item>>? in
                defer { isFirst = false }
                return round(isFirst: isFirst, pace)
            }
            return Observable.concat(rounds).do(onDispose: { wishes.dispose() })
        }
    }

    /// A look, or a pause and a look.
    private func round(isFirst: Bool, _ pace: Pace) -> Observable<FeedState<Item>> {
        .deferred {
            if isFirst { return look(request, pace) }
            if request.mode == .offline { return .never() }
            return pause(pace).flatMap { isInsisting in
                look(FeedRequest(limit: request.limit, mode: isInsisting ? .insisting : .polite), pace)
            }
        }
    }

    private func look(_ request: FeedRequest, _ pace: Pace) -> Observable<FeedState<Item>> {
        Look(source, environment, request) { pace.allowed($0?.date) }.states
            .do(onNext: { state in
                if state.standing == .stored || state.standing.isRefreshing { return }
                // A ledger that cannot be read says nothing of the others.
                let spacing = (try? source.spacing(environment)) ?? 0
                pace.saw(state.standing, state.abstention, spacing: spacing)
            })
    }

    /// Delivers once: when it is time, or true when somebody asks for it, or asked during a look that made no request.
    private func pause(_ pace: Pace) -> Observable<Bool> {
        let wait = DispatchTimeInterval.milliseconds(Int((pace.wait * 1000).rounded(.up)))
        let time = Observable<Int>.timer(wait, scheduler: environment.scheduler).map { _ in false }
        // A wish that was noted before this listens is found by the look at the notes that follows.
        let wished = Observable.merge(pace.wishes.asObservable(), .just(())).filter { pace.takeWish() }.map { true }
        return Observable.merge(time, wished).take(1)
    }
}

/// When the next look is due.
private final class Pace: Sendable {
    private struct State {
        var next: Date?
        var failures = 0
        /// Whether somebody wants a request, and none has been made since.
        var isWanted = false
    }

    /// Seconds between looks where nobody says anything else.
    private static let usual: TimeInterval = 60
    /// The longest pause after failures, in seconds.
    private static let longest: TimeInterval = 900

    private let now: @Sendable () -> Date
    private let state = Mutex(State())
    /// Tells that a wish was noted.
    let wishes = PublishRelay<Void>()

    init(_ now: @escaping @Sendable () -> Date) { self.now = now }

    func allowed(_ date: Date?) {
        if let date { state.withLock { $0.next = date } }
    }

    /// Notes that somebody wants a request.
    func wish() {
        state.withLock { $0.isWanted = true }
        wishes.accept(())
    }

    /// Whether a wish is open; it is no longer.
    func takeWish() -> Bool {
        state.withLock { state in
            defer { state.isWanted = false }
            return state.isWanted
        }
    }

    /// - Parameter spacing: seconds to the next request at least.
    func saw(_ standing: Standing, _ abstention: Abstention?, spacing: TimeInterval) {
        let now = now()
        state.withLock { state in
            if abstention == nil { state.isWanted = false }
            if let abstention {
                // Nothing was asked, so that nothing has failed.
                state.next = abstention.until
            } else if let error = standing.error {
                state.failures += 1
                let backoff = min(Self.longest, 15 * TimeInterval(1 << min(state.failures - 1, 10)))
                let retry = error.retryAt.flatMap { $0 > now ? $0 : nil }
                state.next = retry ?? now + max(backoff, spacing)
            } else {
                state.failures = 0
                state.next = max(state.next ?? now + Self.usual, now + spacing)
            }
        }
    }

    /// Seconds until then; at least one.
    var wait: TimeInterval {
        let next = state.withLock { state in
            defer { state.next = nil }
            return state.next ?? now() + Self.usual
        }
        return max(1, next.timeIntervalSince(now()))
    }
}
