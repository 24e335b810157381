import Freshet
import FreshetTest
import Testing

@Suite("startWith") struct StartWithTests {
    @Test(
        "delivers its elements during the subscription, then the source",
        arguments: [("a-|", "(12a)-|"), ("--x", "(12)-x"), ("|", "(12|)")])
    func startsWith(_ source: String, _ result: String) {
        #expect(Trial.cold(Marbles(source)) { source, _ in source.startWith("1", "2") }.result == Marbles(result))
    }

    @Test("the source is not subscribed to when an element of its own was enough") func enough() {
        let trial = Trial.hot("a") { source, _ in source.startWith("1", "2").take(1) }
        #expect(trial.result == "(1|)")
        #expect(trial.subscriptions.isEmpty)
    }

    @Test("several are delivered the last one first") func several() {
        #expect(Trial.cold("a|") { source, _ in source.startWith("2").startWith("1") }.result == "(12a)|")
    }

    @Test("disposal in the middle") func disposal() {
        #expect(Trial.hot("--a-b", disposed: 3) { source, _ in source.startWith("1") }.result == "1-a")
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in source.startWith("1").do(onNext: { _ in lab.token.touch() }) }
    }
}
