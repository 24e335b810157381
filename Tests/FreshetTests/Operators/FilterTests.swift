import Freshet
import FreshetTest
import Testing

@Suite("filter, ignoreElements") struct FilterTests {
    @Test("lets the elements pass for which the predicate holds") func filters() {
        #expect(TestScheduler.marbles { $0.cold("a-bA-|").filter { $0.lowercased() == "a" } } == "a--A-|")
    }

    @Test("hands the end on as it is", arguments: ["|", "x", "a", "-"]) func ends(_ drawing: String) {
        #expect(TestScheduler.marbles { $0.cold(Marbles(drawing)).filter { _ in true } } == Marbles(drawing))
    }

    @Test("fails with what the predicate throws") func throwing() {
        let trial = Trial.hot("ab-|") { source, _ in
            source.filter { if $0 == "b" { throw MarbleError() } else { true } }
        }
        #expect(trial.result == "ax")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("lets go of the source when it is disposed inside of onNext") func disposalInside() {
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

    @Test("ignoreElements lets only the end pass", arguments: [("ab-|", "---|"), ("ab-x", "---x"), ("ab", "")])
    func ignores(_ source: String, _ result: String) {
        let trial = Trial.cold(Marbles(source)) { source, _ in source.ignoreElements().map { (_: Never) -> String in } }
        #expect(trial.result == Marbles(result))
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.filter { _ in
                lab.token.touch(); return true
            }
        }
    }
}
