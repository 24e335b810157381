import Freshet
import FreshetTest
import Testing

@Suite("startWith") struct StartWithTests {
    @Test(
        "startWith delivers its elements during the subscription, then the source",
        arguments: [("a-|", "(12a)-|"), ("--x", "(12)-x"), ("|", "(12|)")])
    func startsWith(_ source: String, _ result: String) {
        #expect(Trial.cold(Marbles(source)) { source, _ in source.startWith("1", "2") }.result == Marbles(result))
    }

    @Test("startWith doesn't subscribe to the source if its own elements end the stream") func endsBeforeSource() {
        let trial = Trial.hot("a") { source, _ in source.startWith("1", "2").take(1) }
        #expect(trial.result == "(1|)")
        #expect(trial.subscriptions.isEmpty)
    }

    @Test("Chained calls of startWith deliver the last call's elements first") func chained() {
        #expect(Trial.cold("a|") { source, _ in source.startWith("2").startWith("1") }.result == "(12a)|")
    }

    @Test("Disposal of startWith stops the source") func disposal() {
        #expect(Trial.hot("--a-b", disposed: 3) { source, _ in source.startWith("1") }.result == "1-a")
    }

    @Test("startWith meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.startWith("1").do(onNext: { _ in context.token.touch() }) }
    }
}
