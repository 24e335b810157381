import Freshet
import FreshetTest
import Testing

@Suite("single") struct SingleElementTests {
    @Test("the one element comes at once, the end with the source") func one() {
        #expect(TestScheduler.marbles { $0.cold("-a--|").single() } == "-a--|")
    }

    @Test("a second element fails it, and the source is let go of") func two() {
        let trial = Trial.hot("a-b-|") { source, _ in source.single() }
        #expect(
            trial.result.description == "a-x[\(RxError.moreThanOneElement)]"
                || trial.result.description.hasPrefix("a-(x["))
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("none at all fails it") func none() {
        let events = TestScheduler.marbles { $0.cold("--|").single() }.events
        guard case RxError.noElements? = events.last?.value.error, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
    }

    @Test("with a predicate, only those count for which it holds") func predicate() {
        #expect(TestScheduler.marbles { $0.cold("abc|").single { $0 == "b" } } == "-b-|")
    }

    @Test("an error that the predicate throws fails it") func throwing() {
        #expect(TestScheduler.marbles { $0.cold("ab|").single { _ in throw MarbleError() } } == "x")
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.single {
                lab.token.touch(); return $0 == "a"
            }
        }
    }
}
