import Freshet
import FreshetTest
import Testing

@Suite("amb") struct AmbTests {
    @Test(
        "amb delivers the first stream to emit an event",
        arguments: [
            ("--a-b|", "-c-d--e|", "-c-d--e|"), ("a-b|", "-c|", "a-b|"), ("-x", "--a|", "-x"), ("-|", "--a|", "-|"),
            ("---", "-a|", "-a|"),
        ])
    func first(_ left: String, _ right: String, _ result: String) {
        #expect(TestScheduler.marbles { $0.hot(Marbles(left)).amb($0.hot(Marbles(right))) } == Marbles(result))
    }

    @Test("amb disposes the other streams when one wins") func release() {
        let trial = Trial.hot("---a") { source, scheduler in source.amb(scheduler.hot("-b--c")) }
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("The first stream to emit wins, and the streams after it aren't subscribed to") func many() {
        let (log, starts) = (Log<Int>(), Count())
        let late = Observable<Int>.deferred {
            starts.up(); return .just(9)
        }
        _ = Observable.amb([.never(), .just(1), late]).subscribe(onNext: { log($0) })
        #expect(log.entries == [1])
        #expect(starts.value == 0)
    }

    @Test("amb of an empty sequence never emits") func none() {
        #expect(TestScheduler.marbles { _ in Observable<String>.amb([]) } == "")
    }

    @Test("amb drops a re-entrant element sent to a loser") func reentrancy() {
        let (left, right, log) = (PublishSubject<Int>(), PublishSubject<Int>(), Log<Int>())
        let subscription = left.amb(right).subscribe(onNext: { element in
            log(element)
            if element == 1 { right.onNext(2) }
        })
        left.onNext(1)
        #expect(log.entries == [1])
        #expect(!right.hasObservers)
        subscription.dispose()
    }

    @Test("amb delivers one stream completely and in order when two threads race") func race() {
        for _ in 0..<200 {
            let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
            let subscription = left.amb(right).subscribe(observer)
            concurrently({ for n in 0..<10 { left.onNext(n) } }, { for n in 0..<10 { right.onNext(1_000 + n) } })
            #expect(observer.violations == 0)
            #expect(observer.elements == Array(0..<10) || observer.elements == Array(1_000..<1_010))
            subscription.dispose()
            #expect(!left.hasObservers && !right.hasObservers)
        }
    }

    @Test("amb meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).amb(Observable.never())
        }
    }
}
