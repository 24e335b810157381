import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("delay") struct DelayTests {
    @Test(
        "delay delays each element and the completion",
        arguments: [("a-b|", "---a-b|"), ("(ab)|", "---(ab)|"), ("|", "---|"), ("-", "")])
    func delays(_ source: String, _ result: String) {
        #expect(
            Trial.hot(Marbles(source)) { source, s in source.delay(.seconds(3), scheduler: s) }.result
                == Marbles(result))
    }

    @Test("An error passes delay immediately and drops waiting elements") func failure() {
        let trial = Trial.hot("a---b-x") { source, s in source.delay(.seconds(3), scheduler: s) }
        #expect(trial.result == "---a--x")
        #expect(trial.subscriptions == [Subscription(0, 6)])
    }

    @Test("delay disposes the source as soon as it completes") func release() {
        #expect(
            Trial.hot("a|") { source, s in source.delay(.seconds(3), scheduler: s) }.subscriptions == [
                Subscription(0, 1)
            ])
    }

    @Test("Disposal of delay drops waiting elements") func disposal() {
        let trial = Trial.hot("a-b-", disposed: 4) { source, s in source.delay(.seconds(3), scheduler: s) }
        #expect(trial.result == "---a")
        #expect(trial.subscriptions == [Subscription(0, 4)])
    }

    @Test("Disposal of delay within onNext drops elements due at the same time") func disposalInside() {
        #expect(Trial.hot("(ab)-") { source, s in source.delay(.seconds(3), scheduler: s).take(1) }.result == "---(a|)")
    }

    @Test("delay keeps the order on a concurrent queue, one event at a time") func threads() {
        let (observer, source) = (Exclusive<Int>(), Observable.range(start: 0, count: 1_000))
        let subscription = source.delay(.milliseconds(1), scheduler: ConcurrentDispatchQueueScheduler(qos: .default))
            .subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<1_000))
        #expect(observer.violations == 0)
        subscription.dispose()
    }

    @Test("delay meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).delay(.seconds(3), scheduler: context.scheduler)
        }
    }
}
