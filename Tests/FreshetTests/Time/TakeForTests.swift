import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("take(for:), skip of a duration") struct TakeForTests {
    @Test(
        "take ends when the time has passed",
        arguments: [("a-b-c-d", "a-b|"), ("a|", "a|"), ("a-x", "a-x"), ("", "---|")])
    func takes(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in source.take(for: .seconds(3), scheduler: s) }
        #expect(trial.result == Marbles(result))
    }

    @Test("take lets go of the source at its end") func release() {
        let trial = Trial.hot("a---b") { source, s in source.take(for: .seconds(3), scheduler: s) }
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test(
        "skip leaves out what comes before, but for the end",
        arguments: [("a-b-c-d|", "----c-d|"), ("a|", "-|"), ("a-x", "--x"), ("", "")])
    func skips(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in source.skip(.seconds(3), scheduler: s) }
        #expect(trial.result == Marbles(result))
    }

    @Test("keep the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.do(onNext: { _ in lab.token.touch() }).take(for: .seconds(3), scheduler: lab.scheduler)
        }
        expectContract(ending) { source, lab in
            source.do(onNext: { _ in lab.token.touch() }).skip(.seconds(3), scheduler: lab.scheduler)
        }
    }
}
