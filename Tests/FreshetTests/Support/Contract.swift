import Freshet
import FreshetTest
import Testing

/// The end of a stream in a contract test.
enum Ending: CaseIterable {
    case completion, failure, disposal
    /// The source is released without disposing the subscription.
    case sourceRelease
}

/// An object that closures capture, to observe their release.
final class Token: Sendable {
    private let living: Count?

    /// Creates a token that is counted in `living` until it is released.
    init(_ living: Count? = nil) {
        self.living = living
        living?.up()
    }

    deinit { living?.down() }

    func touch() {}
}

/// The resources for an operator under test.
struct OperatorContext: Sendable {
    let token: Token
    let scheduler: TestScheduler
}

/// Expects that an operator disposes its source, releases captured objects, and delivers at most one terminal event and
/// one `onDisposed`.
///
/// Subscribes twice, to check that subscriptions are independent.
func expectContract<Output>(
    _ ending: Ending, sourceLocation: SourceLocation = #_sourceLocation,
    _ op: @Sendable (Observable<String>, OperatorContext) -> Observable<Output>
) {
    weak var token: Token?
    weak var observerLog: Log<String>?
    let scheduler = TestScheduler(initialClock: 0)
    do {
        let context = OperatorContext(token: Token(), scheduler: scheduler)
        token = context.token
        var source: PublishSubject<String>? = PublishSubject()
        var stream: Observable<Output>? = source.map { op($0, context) }
        for round in 1...2 {
            let log = Log<String>()
            observerLog = log
            let subscription = stream?.subscribe(
                onNext: { _ in log("next") }, onError: { _ in log("end") }, onCompleted: { log("end") },
                onDisposed: { log("disposed") })
            source?.onNext("a")
            source?.onNext("b")
            switch ending {
            case .completion: if round == 2 { source?.onCompleted() }
            case .failure: if round == 2 { source?.onError(Oops()) }
            case .disposal: subscription?.dispose()
            case .sourceRelease: if round == 2 { (source, stream) = (nil, nil) }
            }
            if round == 2 { scheduler.start() }
            if ending == .disposal {
                #expect(source?.hasObservers == false, "The source must be disposed.", sourceLocation: sourceLocation)
                #expect(log.entries.count { $0 == "disposed" } == 1, sourceLocation: sourceLocation)
            }
            if round == 2, ending == .completion || ending == .failure {
                #expect(
                    log.entries.count { $0 == "end" } <= 1, "At most one terminal event may arrive.",
                    sourceLocation: sourceLocation)
                #expect(
                    log.entries.last == "disposed", "onDisposed must be called last.", sourceLocation: sourceLocation)
                #expect(source?.hasObservers == false, "The source must be disposed.", sourceLocation: sourceLocation)
            }
        }
    }
    #expect(token == nil, "The operator's captures must be released.", sourceLocation: sourceLocation)
    #expect(observerLog == nil, "The observer's captures must be released.", sourceLocation: sourceLocation)
}
