import Freshet
import FreshetTest
import Testing

@Suite("take(until:) and skip(until:) with a stream") struct TakeUntilTests {
    @Test("take(until:) completes and disposes both streams when the other stream emits") func takesUntil() {
        let trial = Trial.hot("a-b-c") { source, s in source.take(until: s.hot("---t-")) }
        #expect(trial.result == "a-b|")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("take(until:) ignores the other stream's completion and forwards its error") func otherEnds() {
        #expect(Trial.hot("a-b-|") { source, s in source.take(until: s.hot("-|")) }.result == "a-b-|")
        #expect(Trial.hot("a-b-|") { source, s in source.take(until: s.hot("-x")) }.result == "ax")
    }

    @Test("take(until:) ends with the source and disposes the other stream") func sourceEnds() {
        let other = Trial.hot("------t") { source, s in s.hot("a-|").asObservable().take(until: source) }
        #expect(other.result == "a-|")
        #expect(other.subscriptions == [Subscription(0, 2)])
        #expect(Trial.hot("a-x") { source, s in source.take(until: s.hot("-----t")) }.result == "a-x")
    }

    @Test("take(until:) doesn't subscribe to the source if the other stream emits immediately") func atOnce() {
        let trial = Trial.hot("a-b") { source, _ in source.take(until: Observable.just(0)) }
        #expect(trial.result == "|")
        #expect(trial.subscriptions.isEmpty)
        let log = Log<Int>()
        _ = Observable.of(1, 2).take(until: Observable.just(0)).concat(Observable.just(9)).subscribe(onNext: { log($0) }
        )
        #expect(log.entries == [9])
    }

    @Test("take(until:) completes if the other stream emits during a delivery") func reentrancy() {
        let (source, other, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = source.take(until: other).subscribe { event in
            log(event)
            if case .next = event { other.onNext(0) }
        }
        source.onNext(1)
        source.onNext(2)
        subscription.dispose()
        #expect(log.entries == [.next(1), .completed])
        #expect(!source.hasObservers && !other.hasObservers)
    }

    @Test("skip(until:) drops elements until the other stream emits") func skipsUntil() {
        let trial = Trial.hot("a-b-c-|") { source, s in source.skip(until: s.hot("-t")) }
        #expect(trial.result == "--b-c-|")
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("skip(until:) fails with the first error of either stream") func skipFailures() {
        #expect(Trial.hot("a-b-x") { source, s in source.skip(until: s.hot("-----t")) }.result == "----x")
        #expect(Trial.hot("a-b-c") { source, s in source.skip(until: s.hot("-x")) }.result == "-x")
    }

    @Test("skip(until:) sends no terminal event if the source completes before the other stream emits") func skipsAll()
    {
        let trial = Trial.hot("a-b-|") { source, s in source.skip(until: s.hot("-|")) }
        #expect(trial.result == "")
        #expect(trial.subscriptions == [Subscription(0, 4)])
    }

    @Test("skip(until:) subscribes to the source first") func skipsFirst() {
        let log = Log<Int>()
        _ = Observable.just(1).skip(until: Observable.just(0)).subscribe(onNext: { log($0) })
        _ = Observable.of(2, 3).skip(until: Observable.just(0)).subscribe(onNext: { log($0) })
        #expect(log.entries == [2, 3])
    }

    @Test("Disposal of take(until:) disposes both streams") func disposal() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.take(until: other).subscribe().dispose()
        source.skip(until: other).subscribe().dispose()
        #expect(!source.hasObservers && !other.hasObservers)
    }

    @Test("No closure receives a queued terminal event after disposal of take(until:)") func queuedAtDisposal() {
        let (source, other, log, subscription) = (
            PublishSubject<Int>(), PublishSubject<Int>(), Log<String>(), SerialDisposable()
        )
        subscription.disposable = source.take(until: other).do(onCompleted: { log("completed") })
            .subscribe(onNext: { _ in
                #expect(onAnotherThread { other.onNext(0) })
                subscription.dispose()
                log("disposed")
            })
        source.onNext(1)
        #expect(log.entries == ["disposed"])
    }

    @Test("take(until:) meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.map {
                context.token.touch(); return $0
            }.take(until: Observable<Int>.never())
        }
    }

    @Test("skip(until:) meets the operator contract", arguments: Ending.allCases) func skipContract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.map {
                context.token.touch(); return $0
            }.skip(until: Observable.just(1))
        }
    }
}
