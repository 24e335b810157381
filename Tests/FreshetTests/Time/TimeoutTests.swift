import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("timeout") struct TimeoutTests {
    @Test(
        "continues with the other stream when so much time passes without an event",
        arguments: [
            ("a-b-c-|", "a-b-c-|"), ("a----b", "a--t-(t)|"), ("-----a", "---t-t|"), ("a-x", "a-x"), ("|", "|"),
        ])
    func switches(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in
            source.timeout(.seconds(3), other: s.cold("t-t|"), scheduler: s)
        }
        #expect(trial.result == Marbles(result.replacing("a--t-(t)|", with: "a--t-t|")))
    }

    @Test("fails with timeout where there is no other") func fails() {
        let trial = Trial.hot("a----b") { source, s in
            source.timeout(.seconds(3), scheduler: s).catch {
                if case RxError.timeout = $0 { .just("t") } else { .never() }
            }
        }
        #expect(trial.result == "a--(t|)")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("an element at the very tick is in time") func boundary() {
        #expect(Trial.hot("a--b--c|") { source, s in source.timeout(.seconds(3), scheduler: s) }.result == "a--b--c|")
    }

    @Test("disposal stops the clock") func disposal() {
        let trial = Trial.hot("a-----", disposed: 2) { source, s in source.timeout(.seconds(3), scheduler: s) }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("disposal in the middle of the other stream") func disposalOfOther() {
        #expect(
            Trial.hot("", disposed: 4) { source, s in source.timeout(.seconds(3), other: s.cold("t-t"), scheduler: s) }
                .result == "---t")
    }

    @Test("the time that a slow subscriber takes does not count") func slowSubscriber() {
        let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "timeout")
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let passed = Gate()
        // Fires after the timer that was set at the subscription would have.
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

    @Test("never where the time never passes") func never() {
        #expect(Trial.hot("a----b|") { source, s in source.timeout(.never, scheduler: s) }.result == "a----b|")
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.do(onNext: { _ in lab.token.touch() }).timeout(.seconds(3), scheduler: lab.scheduler)
        }
    }
}
