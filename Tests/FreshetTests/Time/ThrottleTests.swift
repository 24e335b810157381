import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("throttle") struct ThrottleTests {
    @Test(
        "delivers at once, then no more than one in so much time, the newest",
        arguments: [
            ("abc-----d|", "a---c---d|"), ("abc|", "a---(c|)"), ("a---b|", "a---b|"), ("a-x", "a-x"), ("ab-x", "a--x"),
            ("|", "|"), ("-", ""),
        ])
    func latest(_ source: String, _ result: String) {
        #expect(
            Trial.hot(Marbles(source)) { source, s in source.throttle(.seconds(4), scheduler: s) }.result
                == Marbles(result))
    }

    @Test(
        "without latest, elements within that time are dropped",
        arguments: [("abc-----d|", "a-------d|"), ("abc|", "a--|"), ("a---b|", "a---b|")])
    func first(_ source: String, _ result: String) {
        #expect(
            Trial.hot(Marbles(source)) { source, s in source.throttle(.seconds(4), latest: false, scheduler: s) }.result
                == Marbles(result))
    }

    @Test("a completion waits for the element that is held back, and the source is let go of at once") func completion()
    {
        let trial = Trial.hot("ab|") { source, s in source.throttle(.seconds(4), scheduler: s) }
        #expect(trial.result == "a---(b|)")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("disposal drops what is held back") func disposal() {
        #expect(
            Trial.hot("ab----", disposed: 3) { source, s in source.throttle(.seconds(4), scheduler: s) }.result == "a")
    }

    @Test("an element sent in reaction to one is held back") func reentrancy() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.throttle(.seconds(4), scheduler: scheduler).subscribe(onNext: { element in
            log([scheduler.clock, element])
            if element == 10 { subject.onNext(11) }
        })
        subject.onNext(1)
        subject.onNext(10)
        scheduler.start()
        #expect(log.entries == [[0, 1], [4, 10], [8, 11]])
        subscription.dispose()
    }

    @Test("never delivers a second element where the time never passes") func never() {
        #expect(Trial.hot("ab-c", disposed: 9) { source, s in source.throttle(.never, scheduler: s) }.result == "a")
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.do(onNext: { _ in lab.token.touch() }).throttle(.seconds(4), scheduler: lab.scheduler)
        }
    }
}
