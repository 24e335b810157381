import Freshet
import FreshetTest
import Testing

@Suite("take(until:), skip(until:) with another stream") struct TakeUntilTests {
    @Test("completes when the other stream delivers, and lets go of both") func takesUntil() {
        let trial = Trial.hot("a-b-c") { source, s in source.take(until: s.hot("---t-")) }
        #expect(trial.result == "a-b|")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("the other's completion changes nothing, its error fails the stream") func otherEnds() {
        #expect(Trial.hot("a-b-|") { source, s in source.take(until: s.hot("-|")) }.result == "a-b-|")
        #expect(Trial.hot("a-b-|") { source, s in source.take(until: s.hot("-x")) }.result == "ax")
    }

    @Test("ends with the source and lets go of the other") func sourceEnds() {
        let other = Trial.hot("------t") { source, s in s.hot("a-|").asObservable().take(until: source) }
        #expect(other.result == "a-|")
        #expect(other.subscriptions == [Subscription(0, 2)])
        #expect(Trial.hot("a-x") { source, s in source.take(until: s.hot("-----t")) }.result == "a-x")
    }

    @Test("when the other delivers during the subscription the source is not subscribed to") func atOnce() {
        let trial = Trial.hot("a-b") { source, _ in source.take(until: Observable.just(0)) }
        #expect(trial.result == "|")
        #expect(trial.subscriptions.isEmpty)
        let log = Log<Int>()
        _ = Observable.of(1, 2).take(until: Observable.just(0)).concat(Observable.just(9)).subscribe(onNext: { log($0) }
        )
        #expect(log.entries == [9])
    }

    @Test("the other delivering in reaction to an element") func reentrancy() {
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

    @Test("skip(until:) leaves elements out until the other delivers") func skipsUntil() {
        let trial = Trial.hot("a-b-c-|") { source, s in source.skip(until: s.hot("-t")) }
        #expect(trial.result == "--b-c-|")
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("skip(until:) fails with the first error of either") func skipFailures() {
        #expect(Trial.hot("a-b-x") { source, s in source.skip(until: s.hot("-----t")) }.result == "----x")
        #expect(Trial.hot("a-b-c") { source, s in source.skip(until: s.hot("-x")) }.result == "-x")
    }

    @Test("skip(until:) ends without a word when the source completes before the other has delivered") func skipsAll() {
        let trial = Trial.hot("a-b-|") { source, s in source.skip(until: s.hot("-|")) }
        #expect(trial.result == "")
        #expect(trial.subscriptions == [Subscription(0, 4)])
    }

    @Test("skip(until:) asks the source first") func skipsFirst() {
        let log = Log<Int>()
        _ = Observable.just(1).skip(until: Observable.just(0)).subscribe(onNext: { log($0) })
        _ = Observable.of(2, 3).skip(until: Observable.just(0)).subscribe(onNext: { log($0) })
        #expect(log.entries == [2, 3])
    }

    @Test("disposal in the middle reaches both") func disposal() {
        let (source, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        source.take(until: other).subscribe().dispose()
        source.skip(until: other).subscribe().dispose()
        #expect(!source.hasObservers && !other.hasObservers)
    }

    @Test("after disposal the end that another thread had queued reaches no closure") func queuedAtDisposal() {
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

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.map {
                lab.token.touch(); return $0
            }.take(until: Observable<Int>.never())
        }
    }

    @Test("skip(until:) keeps the common contract", arguments: Ending.allCases) func skipContract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.map {
                lab.token.touch(); return $0
            }.skip(until: Observable.just(1))
        }
    }
}
