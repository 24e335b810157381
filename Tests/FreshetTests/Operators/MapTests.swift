import Freshet
import FreshetTest
import Testing

@Suite("map") struct MapTests {
    @Test("map transforms each element") func transforms() {
        #expect(TestScheduler.marbles { $0.cold("a-b--|").map { $0 == "a" ? 1 : 2 } } == "1-2--|")
    }

    @Test("map forwards terminal events unchanged", arguments: ["|", "x", "-|", "--x", "a", "-"])
    func ends(_ drawing: String) {
        #expect(TestScheduler.marbles { $0.cold(Marbles(drawing)).map { $0 } } == Marbles(drawing))
    }

    @Test("map fails with an error thrown by the closure, and disposes the source at that tick") func throwing() {
        let trial = Trial.hot("ab-c-|") { source, _ in source.map { if $0 == "b" { throw MarbleError() } else { $0 } } }
        #expect(trial.result == "ax")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("map delivers nothing after disposal") func disposal() {
        let trial = Trial.hot("a-b-c", disposed: 3) { source, _ in source.map { $0 } }
        #expect(trial.result == "a-b")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("map meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.map {
                context.token.touch()
                return $0
            }
        }
    }
}
