import Freshet
import FreshetTest
import Testing

@Suite("ifEmpty") struct IfEmptyTests {
    @Test(
        "ifEmpty delivers the default if the source completes without an element",
        arguments: [("--|", "--(d|)"), ("a-|", "a-|"), ("-x", "-x"), ("-", "")])
    func defaults(_ source: String, _ result: String) {
        #expect(Trial.cold(Marbles(source)) { source, _ in source.ifEmpty(default: "d") }.result == Marbles(result))
    }

    @Test("ifEmpty disposes the empty source, then switches to the other stream") func switches() {
        let trial = Trial.hot("--|") { source, s in source.ifEmpty(switchTo: s.cold("-b|").asObservable()) }
        #expect(trial.result == "---b|")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("ifEmpty forwards the other stream's error") func otherFails() {
        #expect(Trial.cold("|") { source, s in source.ifEmpty(switchTo: s.cold("-x").asObservable()) }.result == "-x")
    }

    @Test("Disposal of ifEmpty disposes the other stream") func disposal() {
        #expect(
            Trial.cold("|", disposed: 2) { source, s in source.ifEmpty(switchTo: s.cold("-b-c").asObservable()) }.result
                == "-b")
    }

    @Test("ifEmpty doesn't switch after a failure") func afterFailure() {
        let log = Log<Event<Int>>()
        _ = Observable.just(1).filter { _ in throw Oops() }.ifEmpty(default: 9).subscribe { log($0) }
        #expect(log.entries == [.error(Oops())])
    }

    @Test("ifEmpty meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).ifEmpty(default: "d")
        }
    }
}
