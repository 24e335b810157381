import Freshet
import FreshetTest
import Testing

/// How a stream's life ends in a contract test.
enum Ending: CaseIterable {
    case completion, failure, disposal
    /// Nobody disposes the subscription; the source goes away.
    case oblivion
}

/// What the closures of an operator capture, so that it can be seen when they are released.
final class Token: Sendable {
    private let living: Count?

    /// Counted as long as it lives, if it is given a count.
    init(_ living: Count? = nil) {
        self.living = living
        living?.up()
    }

    deinit { living?.down() }

    func touch() {}
}

/// What an operator under test may use.
struct Lab: Sendable {
    let token: Token
    let scheduler: TestScheduler
}

/// What holds for each operator, whichever way it ends: the source is given back, what closures captured is released, and the observer hears one
/// terminal event at the most and `onDisposed` once. Twice, since a second subscription knows nothing of the first.
func expectContract<Output>(
    _ ending: Ending, sourceLocation: SourceLocation = #_sourceLocation,
    _ op: @Sendable (Observable<String>, Lab) -> Observable<Output>
) {
    weak var token: Token?
    weak var heard: Log<String>?
    let scheduler = TestScheduler(initialClock: 0)
    do {
        let lab = Lab(token: Token(), scheduler: scheduler)
        token = lab.token
        var source: PublishSubject<String>? = PublishSubject()
        var stream: Observable<Output>? = source.map { op($0, lab) }
        for round in 1...2 {
            let log = Log<String>()
            heard = log
            let subscription = stream?.subscribe(
                onNext: { _ in log("next") }, onError: { _ in log("end") }, onCompleted: { log("end") },
                onDisposed: { log("disposed") })
            source?.onNext("a")
            source?.onNext("b")
            switch ending {
            case .completion: if round == 2 { source?.onCompleted() }
            case .failure: if round == 2 { source?.onError(Oops()) }
            case .disposal: subscription?.dispose()
            case .oblivion: if round == 2 { (source, stream) = (nil, nil) }
            }
            if round == 2 { scheduler.start() }
            if ending == .disposal {
                #expect(source?.hasObservers == false, "the source is given back", sourceLocation: sourceLocation)
                #expect(log.entries.count { $0 == "disposed" } == 1, sourceLocation: sourceLocation)
            }
            if round == 2, ending == .completion || ending == .failure {
                #expect(log.entries.count { $0 == "end" } <= 1, "one end at the most", sourceLocation: sourceLocation)
                #expect(log.entries.last == "disposed", "the end is told", sourceLocation: sourceLocation)
                #expect(source?.hasObservers == false, "the source is given back", sourceLocation: sourceLocation)
            }
        }
    }
    #expect(token == nil, "what the operator captured is released", sourceLocation: sourceLocation)
    #expect(heard == nil, "what the observer captured is released", sourceLocation: sourceLocation)
}
