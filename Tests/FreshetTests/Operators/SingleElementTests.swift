import Freshet
import FreshetTest
import Testing

@Suite("single") struct SingleElementTests {
    @Test("single delivers the only element immediately, and completes with the source") func one() {
        #expect(TestScheduler.marbles { $0.cold("-a--|").single() } == "-a--|")
    }

    @Test("single fails at a second element and disposes the source") func two() {
        let trial = Trial.hot("a-b-|") { source, _ in source.single() }
        #expect(
            trial.result.description == "a-x[\(RxError.moreThanOneElement)]"
                || trial.result.description.hasPrefix("a-(x["))
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("single fails if there is no element") func none() {
        let events = TestScheduler.marbles { $0.cold("--|").single() }.events
        guard case RxError.noElements? = events.last?.value.error, events.count == 1 else {
            Issue.record("\(events)")
            return
        }
    }

    @Test("single with a predicate counts only matching elements") func predicate() {
        #expect(TestScheduler.marbles { $0.cold("abc|").single { $0 == "b" } } == "-b-|")
    }

    @Test("single fails with an error thrown by the predicate") func throwing() {
        #expect(TestScheduler.marbles { $0.cold("ab|").single { _ in throw MarbleError() } } == "x")
    }

    @Test("single meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.single {
                context.token.touch(); return $0 == "a"
            }
        }
    }
}
