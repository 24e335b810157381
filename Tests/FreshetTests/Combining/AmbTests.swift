import Freshet
import FreshetTest
import Testing

@Suite("amb") struct AmbTests {
    @Test(
        "the first that has an event is heard",
        arguments: [
            ("--a-b|", "-c-d--e|", "-c-d--e|"), ("a-b|", "-c|", "a-b|"), ("-x", "--a|", "-x"), ("-|", "--a|", "-|"),
            ("---", "-a|", "-a|"),
        ])
    func first(_ left: String, _ right: String, _ result: String) {
        #expect(TestScheduler.marbles { $0.hot(Marbles(left)).amb($0.hot(Marbles(right))) } == Marbles(result))
    }

    @Test("the others are let go of when one has won") func release() {
        let trial = Trial.hot("---a") { source, scheduler in source.amb(scheduler.hot("-b--c")) }
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("of many the first is heard, and those after it are not even begun if it comes at once") func many() {
        let (log, begun) = (Log<Int>(), Count())
        let late = Observable<Int>.deferred {
            begun.up(); return .just(9)
        }
        _ = Observable.amb([.never(), .just(1), late]).subscribe(onNext: { log($0) })
        #expect(log.entries == [1])
        #expect(begun.value == 0)
    }

    @Test("of none nothing comes") func none() {
        #expect(TestScheduler.marbles { _ in Observable<String>.amb([]) } == "")
    }

    @Test("an element sent to the other in reaction is not heard") func reentrancy() {
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

    @Test("two threads race: one is heard, wholly and in its order") func race() {
        for _ in 0..<200 {
            let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
            let subscription = left.amb(right).subscribe(observer)
            concurrently({ for n in 0..<10 { left.onNext(n) } }, { for n in 0..<10 { right.onNext(1_000 + n) } })
            #expect(observer.offences == 0)
            #expect(observer.elements == Array(0..<10) || observer.elements == Array(1_000..<1_010))
            subscription.dispose()
            #expect(!left.hasObservers && !right.hasObservers)
        }
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in source.do(onNext: { _ in lab.token.touch() }).amb(Observable.never()) }
    }
}
