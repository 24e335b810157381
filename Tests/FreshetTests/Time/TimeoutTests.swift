import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("timeout") struct TimeoutTests {
    @Test(
        "switches to the other stream after the due time without an event",
        arguments: [
            ("a-b-c-|", "a-b-c-|"), ("a----b", "a--t-(t)|"), ("-----a", "---t-t|"), ("a-x", "a-x"), ("|", "|"),
        ])
    func switches(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in
            source.timeout(.seconds(3), other: s.cold("t-t|"), scheduler: s)
        }
        #expect(trial.result == Marbles(result.replacing("a--t-(t)|", with: "a--t-t|")))
    }

    @Test("fails with RxError.timeout without another stream") func fails() {
        let trial = Trial.hot("a----b") { source, s in
            source.timeout(.seconds(3), scheduler: s).catch {
                if case RxError.timeout = $0 { .just("t") } else { .never() }
            }
        }
        #expect(trial.result == "a--(t|)")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("an element at the due tick is in time") func boundary() {
        #expect(Trial.hot("a--b--c|") { source, s in source.timeout(.seconds(3), scheduler: s) }.result == "a--b--c|")
    }

    @Test("disposal stops the timer") func disposal() {
        let trial = Trial.hot("a-----", disposed: 2) { source, s in source.timeout(.seconds(3), scheduler: s) }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("disposal disposes the other stream") func disposalOfOther() {
        #expect(
            Trial.hot("", disposed: 4) { source, s in source.timeout(.seconds(3), other: s.cold("t-t"), scheduler: s) }
                .result == "---t")
    }

    @Test("time spent in a slow subscriber doesn't count") func slowSubscriber() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timeout")
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let passed = Gate()
        // Fires later than the timer started at the subscription would.
        let later = Observable<Int>.timer(
            .milliseconds(120), scheduler: ConcurrentDispatchQueueScheduler(qos: .default)
        ).subscribe(onNext: { _ in passed.open() })
        let subscription = subject.timeout(.milliseconds(60), scheduler: scheduler).subscribe(
            onNext: { element in
                log("\(element)")
                if element == 1 { passed.wait() }
            }, onError: { _ in log("error") })
        subject.onNext(1)
        subject.onNext(2)
        #expect(log.entries == ["1", "2"])
        #expect(eventually { log.entries == ["1", "2", "error"] })
        subscription.dispose()
        later.dispose()
    }

    @Test("never fires if the due time is `.never`") func never() {
        #expect(Trial.hot("a----b|") { source, s in source.timeout(.never, scheduler: s) }.result == "a----b|")
    }

    @Test("meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).timeout(.seconds(3), scheduler: context.scheduler)
        }
    }
}
