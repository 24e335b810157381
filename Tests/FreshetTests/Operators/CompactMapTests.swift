import Freshet
import FreshetTest
import Testing

@Suite("compactMap") struct CompactMapTests {
    @Test("compactMap drops nil results") func dropsNil() {
        #expect(TestScheduler.marbles { $0.cold("1-a-2|").compactMap { Int($0) } } == "1---2|")
    }

    @Test("compactMap forwards terminal events unchanged", arguments: ["|", "x", "a", "-"])
    func ends(_ drawing: String) {
        #expect(TestScheduler.marbles { $0.cold(Marbles(drawing)).compactMap { $0 } } == Marbles(drawing))
    }

    @Test("compactMap fails with an error thrown by the closure") func throwing() {
        let trial = Trial.hot("a-b|") { source, _ in source.compactMap { _ -> Int? in throw MarbleError() } }
        #expect(trial.result == "x")
        #expect(trial.subscriptions == [Subscription(0, 0)])
    }

    @Test("compactMap delivers nothing after disposal") func disposal() {
        #expect(Trial.hot("a-b-c", disposed: 1) { source, _ in source.compactMap { $0 } }.result == "a")
    }

    @Test("compactMap meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.compactMap {
                context.token.touch(); return Optional($0)
            }
        }
    }
}
