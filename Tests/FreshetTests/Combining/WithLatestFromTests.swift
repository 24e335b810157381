import Freshet
import FreshetTest
import Testing

@Suite("withLatestFrom") struct WithLatestFromTests {
    @Test("withLatestFrom combines each element with the other stream's newest, if there is one") func combines() {
        let trial = Trial.hot("a-b--c-|") { source, s in source.withLatestFrom(s.hot("-1-2|")) { $0 + $1 } }
        #expect(trial.result.events == [.next(2, "b1"), .next(5, "c2"), .completed(7)])
        #expect(trial.subscriptions == [Subscription(0, 7)])
    }

    @Test("withLatestFrom without a selector delivers the other stream's newest element") func plain() {
        #expect(Trial.hot("a-b-|") { source, s in source.withLatestFrom(s.hot("-1")) }.result == "--1-|")
    }

    @Test("withLatestFrom fails with the first error of either stream or the selector") func failures() {
        #expect(Trial.hot("a-x") { source, s in source.withLatestFrom(s.hot("1")) }.result == "--x")
        #expect(Trial.hot("---a") { source, s in source.withLatestFrom(s.hot("1-x")) }.result == "--x")
        #expect(
            Trial.hot("-a") { source, s in source.withLatestFrom(s.hot("1")) { _, _ -> String in throw MarbleError() } }
                .result == "-x")
    }

    @Test("withLatestFrom combines with the first element of a synchronous other stream") func atOnce() {
        let log = Log<Int>()
        _ = Observable.of(1, 2).withLatestFrom(Observable.just(10), resultSelector: +).subscribe(onNext: { log($0) })
        #expect(log.entries == [11, 12])
    }

    @Test("Completion of withLatestFrom disposes the other stream") func release() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let subscription = source.withLatestFrom(other).subscribe()
        source.onCompleted()
        #expect(!other.hasObservers)
        subscription.dispose()
    }

    @Test("Disposal of withLatestFrom disposes both streams") func disposal() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.withLatestFrom(other).subscribe().dispose()
        #expect(!source.hasObservers && !other.hasObservers)
    }

    @Test("No closure of withLatestFrom receives a queued error after disposal") func queuedAtDisposal() {
        let (source, other, log, subscription) = (
            PublishSubject<Int>(), PublishSubject<Int>(), Log<String>(), SerialDisposable()
        )
        subscription.disposable = source.withLatestFrom(other).do(onError: { _ in log("error") })
            .subscribe(
                onNext: { _ in
                    #expect(onAnotherThread { other.onError(Oops()) })
                    subscription.dispose()
                    log("disposed")
                }, onError: { _ in })
        other.onNext(0)
        source.onNext(1)
        #expect(log.entries == ["disposed"])
    }

    @Test("withLatestFrom meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.withLatestFrom(source) {
                context.token.touch(); return $0 + $1
            }
        }
    }
}
