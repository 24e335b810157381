import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("timeout") struct TimeoutTests {
    @Test(
        "timeout switches to the other stream after the due time without an event",
        arguments: [
            ("a-b-c-|", "a-b-c-|"), ("a----b", "a--t-(t)|"), ("-----a", "---t-t|"), ("a-x", "a-x"), ("|", "|"),
        ])
    func switches(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in
            source.timeout(.seconds(3), other: s.cold("t-t|"), scheduler: s)
        }
        #expect(trial.result == Marbles(result.replacing("a--t-(t)|", with: "a--t-t|")))
    }

    @Test("timeout fails with RxError.timeout without another stream") func fails() {
        let trial = Trial.hot("a----b") { source, s in
            source.timeout(.seconds(3), scheduler: s).catch {
                if case RxError.timeout = $0 { .just("t") } else { .never() }
            }
        }
        #expect(trial.result == "a--(t|)")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("An element at the due tick is in time for timeout") func boundary() {
        #expect(Trial.hot("a--b--c|") { source, s in source.timeout(.seconds(3), scheduler: s) }.result == "a--b--c|")
    }

    @Test("Disposal of timeout stops the timer") func disposal() {
        let trial = Trial.hot("a-----", disposed: 2) { source, s in source.timeout(.seconds(3), scheduler: s) }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("Disposal of timeout disposes the other stream") func disposalOfOther() {
        #expect(
            Trial.hot("", disposed: 4) { source, s in source.timeout(.seconds(3), other: s.cold("t-t"), scheduler: s) }
                .result == "---t")
    }

    @Test("The time that a slow subscriber spends doesn't count for timeout") func slowSubscriber() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let subscription = subject.timeout(.seconds(60), scheduler: scheduler).subscribe(
            onNext: { element in
                log("\(element)")
                // The timer of the subscription fires while the first element is being delivered.
                if element == 1 { scheduler.advanceTo(120) }
            }, onError: { _ in log("error") })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == ["1", "2"])
        scheduler.advanceTo(179)
        #expect(log.entries == ["1", "2"])
        scheduler.advanceTo(181)
        #expect(log.entries == ["1", "2", "error"])
        subscription.dispose()
    }

    @Test("timeout never fires if the due time is `.never`") func never() {
        #expect(Trial.hot("a----b|") { source, s in source.timeout(.never, scheduler: s) }.result == "a----b|")
    }

    @Test("timeout doesn't fire while the source is paused") func paused() {
        let (scheduler, consumer) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
        let log = Log<Event<Int>>()
        let subscription = Observable.range(start: 0, count: 20).concat(Observable<Int>.never())
            .timeout(.seconds(5), scheduler: scheduler)
            .observe(on: consumer, buffering: .suspending(4)).subscribe { log($0) }
        scheduler.advanceTo(60)
        consumer.start()
        #expect(log.entries == (0..<20).map { .next($0) })
        scheduler.advanceTo(120)
        consumer.start()
        #expect(log.entries.last == .error(RxError.timeout))
        subscription.dispose()
    }

    @Test("timeout meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).timeout(.seconds(3), scheduler: context.scheduler)
        }
    }
}
