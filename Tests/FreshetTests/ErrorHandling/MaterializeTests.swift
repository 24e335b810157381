import Freshet
import FreshetTest
import Testing

@Suite("materialize, dematerialize") struct MaterializeTests {
    @Test(
        "delivers each event as an element and completes",
        arguments: [("ab|", ["a", "b"], true), ("ax", ["a"], false), ("|", [], true)])
    func materializes(_ source: String, _ elements: [String], _ completes: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        let drawn = scheduler.createColdObservable(Marbles(source).events)
        let events = scheduler.start { drawn.materialize() }.events.map(\.value)
        let end: Event<String> = completes ? .completed : .error(MarbleError())
        #expect(events == elements.map { .next(.next($0)) } + [.next(end), .completed])
    }

    @Test("dematerialize is the way back", arguments: ["ab|", "a-x", "|", "-a-"]) func roundTrip(_ drawing: String) {
        #expect(
            Trial.cold(Marbles(drawing)) { source, _ in source.materialize().dematerialize() }.result
                == Marbles(drawing))
    }

    @Test("the first terminal event among the elements is the end") func firstEnd() {
        let log = Log<Event<Int>>()
        _ = Observable<Event<Int>>.of(.next(1), .completed, .next(2)).dematerialize().subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed])
    }

    @Test("dematerialize hands the source's own end on") func ownEnd() {
        let log = Log<Event<Int>>()
        _ = Observable<Event<Int>>.of(.next(1)).dematerialize().subscribe { log($0) }
        _ = Observable<Event<Int>>.error(Oops()).dematerialize().subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed, .error(Oops())])
    }

    @Test("disposal in the middle") func disposal() {
        let trial = Trial.hot("a-b-c", disposed: 1) { source, _ in source.materialize().dematerialize() }
        #expect(trial.result == "a")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in source.do(onNext: { _ in lab.token.touch() }).materialize() }
    }

    @Test("dematerialize keeps the common contract", arguments: Ending.allCases) func dematerializeContract(
        _ ending: Ending
    ) {
        expectContract(ending) { source, lab in
            source.map {
                lab.token.touch(); return Event.next($0)
            }.dematerialize()
        }
    }
}
