import Freshet
import FreshetTest
import Testing

@Suite("filter, ignoreElements") struct FilterTests {
    @Test("filter delivers elements for which the predicate is true") func filters() {
        #expect(TestScheduler.marbles { $0.cold("a-bA-|").filter { $0.lowercased() == "a" } } == "a--A-|")
    }

    @Test("filter forwards terminal events unchanged", arguments: ["|", "x", "a", "-"]) func ends(_ drawing: String) {
        #expect(TestScheduler.marbles { $0.cold(Marbles(drawing)).filter { _ in true } } == Marbles(drawing))
    }

    @Test("filter fails with an error thrown by the predicate") func throwing() {
        let trial = Trial.hot("ab-|") { source, _ in
            source.filter { if $0 == "b" { throw MarbleError() } else { true } }
        }
        #expect(trial.result == "ax")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("Disposal of filter within onNext disposes the source") func disposalInside() {
        let (subject, log, subscription) = (PublishSubject<Int>(), Log<Int>(), SerialDisposable())
        subscription.disposable = subject.filter { $0 > 0 }.subscribe(onNext: { element in
            log(element)
            subscription.dispose()
            subject.onNext(element + 1)
        })
        subject.onNext(1)
        #expect(log.entries == [1])
        #expect(!subject.hasObservers)
    }

    @Test(
        "ignoreElements delivers only the terminal event", arguments: [("ab-|", "---|"), ("ab-x", "---x"), ("ab", "")])
    func ignores(_ source: String, _ result: String) {
        let trial = Trial.cold(Marbles(source)) { source, _ in source.ignoreElements().map { (_: Never) -> String in } }
        #expect(trial.result == Marbles(result))
    }

    @Test("filter meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.filter { _ in
                context.token.touch(); return true
            }
        }
    }
}
