import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("take(for:), and skip(_:) with a duration") struct TakeForTests {
    @Test(
        "take(for:) completes after the duration",
        arguments: [("a-b-c-d", "a-b|"), ("a|", "a|"), ("a-x", "a-x"), ("", "---|")])
    func takes(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in source.take(for: .seconds(3), scheduler: s) }
        #expect(trial.result == Marbles(result))
    }

    @Test("take(for:) disposes the source when it ends") func release() {
        let trial = Trial.hot("a---b") { source, s in source.take(for: .seconds(3), scheduler: s) }
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test(
        "skip with a duration drops elements, but not the end, before it has passed",
        arguments: [("a-b-c-d|", "----c-d|"), ("a|", "-|"), ("a-x", "--x"), ("", "")])
    func skips(_ source: String, _ result: String) {
        let trial = Trial.hot(Marbles(source)) { source, s in source.skip(.seconds(3), scheduler: s) }
        #expect(trial.result == Marbles(result))
    }

    @Test("take(for:) and skip meet the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).take(for: .seconds(3), scheduler: context.scheduler)
        }
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).skip(.seconds(3), scheduler: context.scheduler)
        }
    }
}
