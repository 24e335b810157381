import Freshet
import FreshetTest
import Testing

@Suite("debug", .serialized) struct DebugTests {
    /// Runs `body` and returns the logged lines that start with `name`, without their times.
    private func lines(_ name: String, _ body: () -> Void) -> [String] {
        let log = Log<String>()
        let former = Hooks.debugOutput
        defer { Hooks.debugOutput = former }
        Hooks.debugOutput = { log($0) }
        body()
        return log.entries.compactMap { $0.split(separator: ": \(name) -> ", maxSplits: 1).last.map(String.init) }
    }

    @Test("debug logs subscription, events and disposal without changing them") func logs() {
        let received = Log<Event<Int>>()
        let logged = lines("numbers") { _ = Observable.of(1, 2).debug("numbers").subscribe { received($0) } }
        #expect(received.entries == [.next(1), .next(2), .completed])
        #expect(logged == ["subscribed", "Event next(1)", "Event next(2)", "Event completed", "isDisposed"])
    }

    @Test("debug logs an error and a disposal") func ends() {
        let logged = lines("failing") {
            _ = Observable<Int>.error(MarbleError()).debug("failing").subscribe(onError: { _ in })
        }
        #expect(logged == ["subscribed", "Event error(MarbleError())", "isDisposed"])
        #expect(
            lines("never") { Observable<Int>.never().debug("never").subscribe().dispose() } == [
                "subscribed", "isDisposed",
            ])
    }

    @Test("trimOutput of debug shortens an event to 40 characters and an ellipsis") func trims() {
        let text = String(repeating: "a", count: 100)
        let logged = lines("long") { _ = Observable.just(text).debug("long", trimOutput: true).subscribe() }
        #expect(logged[1] == "Event next(aaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaa)")
    }

    @Test("debug without an identifier logs the time and the place of the call") func place() throws {
        let log = Log<String>()
        let former = Hooks.debugOutput
        defer { Hooks.debugOutput = former }
        Hooks.debugOutput = { log($0) }
        _ = Single.just(1).debug().subscribe()
        let line = try #require(log.entries.first { $0.contains("DebugTests.swift") })
        #expect(
            line.contains(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+Z?: DebugTests\.swift:\d+ \(place\(\)\) -> subscribed$/))
    }

    @Test("debug meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        _ = lines("contract") {
            expectContract(ending) { source, context in
                source.do(onNext: { _ in context.token.touch() }).debug("contract")
            }
        }
    }
}
