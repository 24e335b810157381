import Freshet
import FreshetTest
import Testing

@Suite("materialize, dematerialize") struct MaterializeTests {
    @Test(
        "materialize delivers each event as an element, then completes",
        arguments: [("ab|", ["a", "b"], true), ("ax", ["a"], false), ("|", [], true)])
    func materializes(_ source: String, _ elements: [String], _ completes: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        let drawn = scheduler.createColdObservable(Marbles(source).events)
        let events = scheduler.start { drawn.materialize() }.events.map(\.value)
        let end: Event<String> = completes ? .completed : .error(MarbleError())
        #expect(events == elements.map { .next(.next($0)) } + [.next(end), .completed])
    }

    @Test("dematerialize reverses materialize", arguments: ["ab|", "a-x", "|", "-a-"]) func roundTrip(_ drawing: String)
    {
        #expect(
            Trial.cold(Marbles(drawing)) { source, _ in source.materialize().dematerialize() }.result
                == Marbles(drawing))
    }

    @Test("dematerialize ends at the first terminal event among the elements") func firstEnd() {
        let log = Log<Event<Int>>()
        _ = Observable<Event<Int>>.of(.next(1), .completed, .next(2)).dematerialize().subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("dematerialize forwards the source's own terminal event") func ownEnd() {
        let log = Log<Event<Int>>()
        _ = Observable<Event<Int>>.of(.next(1)).dematerialize().subscribe { log($0) }
        _ = Observable<Event<Int>>.error(Oops()).dematerialize().subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed, .error(Oops())])
    }

    @Test("Disposal of materialize stops delivery") func disposal() {
        let trial = Trial.hot("a-b-c", disposed: 1) { source, _ in source.materialize().dematerialize() }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("materialize meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).materialize() }
    }

    @Test("dematerialize meets the operator contract", arguments: Ending.allCases) func dematerializeContract(
        _ ending: Ending
    ) {
        expectContract(ending) { source, context in
            source.map {
                context.token.touch(); return Event.next($0)
            }.dematerialize()
        }
    }
}
