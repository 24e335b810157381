import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("debounce") struct DebounceTests {
    @Test(
        "debounce delivers an element once the due time passes without another",
        arguments: [
            ("ab-----c-----|", "----b-----c--|"), ("a--|", "---(a|)"), ("a----|", "---a-|"), ("|", "|"), ("a-x", "--x"),
            ("a---x", "---ax"), ("-", ""),
        ])
    func waits(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in source.debounce(.seconds(3), scheduler: s) }
        #expect(trial.result == Marbles(result))
    }

    @Test("Completion of debounce first delivers the waiting element") func completion() {
        let trial = Trial.hot("ab|") { source, s in source.debounce(.seconds(3), scheduler: s) }
        #expect(trial.result == "--(b|)")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("An element at the due tick replaces the waiting one") func boundary() {
        #expect(Trial.hot("a--b---|") { source, s in source.debounce(.seconds(3), scheduler: s) }.result == "------b|")
    }

    @Test("Disposal of debounce drops the waiting element") func disposal() {
        let trial = Trial.hot("a-----", disposed: 2) { source, s in source.debounce(.seconds(3), scheduler: s) }
        #expect(trial.result == "")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("A re-entrant element waits for its own due time") func reentrancy() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.debounce(.seconds(3), scheduler: scheduler).subscribe(onNext: { element in
            log([scheduler.clock, element])
            if element == 1 { subject.onNext(2) }
        })
        subject.onNext(1)
        scheduler.start()
        #expect(log.entries == [[3, 1], [6, 2]])
        subscription.dispose()
    }

    @Test("debounce delivers the last element on a dispatch queue, one event at a time")
    func threads() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "debounce")
        let (subject, observer) = (PublishSubject<Int>(), Exclusive<Int>())
        let subscription = subject.debounce(.milliseconds(1), scheduler: scheduler).subscribe(observer)
        concurrently({ for n in 1...2_000 { subject.onNext(n) } })
        #expect(eventually { observer.elements.last == 2_000 })
        #expect(observer.violations == 0)
        subscription.dispose()
    }

    @Test("debounce keeps the newest element if the deinit of a replaced one sends it")
    func replacedElementSends() async {
        await #expect(processExitsWith: .success) {
            let (subject, living, log) = (PublishSubject<Item>(), Count(), Log<[Int]>())
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = subject.debounce(.seconds(3), scheduler: scheduler)
                .subscribe(onNext: { log([scheduler.clock, $0.number]) })
            subject.onNext(Item(1, living) { subject.onNext(Item(3, living)) })
            subject.onNext(Item(2, living))
            scheduler.start()
            #expect(log.entries == [[3, 3]])
            subscription.dispose()
        }
    }

    @Test("debounce meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).debounce(.seconds(3), scheduler: context.scheduler)
        }
    }
}
