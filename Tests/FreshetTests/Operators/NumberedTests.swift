import Freshet
import FreshetTest
import Testing

@Suite("enumerated, element(at:)") struct NumberedTests {
    @Test("enumerated numbers elements from 0") func numbers() {
        let result = TestScheduler.marbles { $0.cold("a-b|").enumerated().map { "\($0.index)\($0.element)" } }
        #expect(result.description == "(0a)-(1b)|")
    }

    @Test("enumerated forwards terminal events and adds none", arguments: ["a-x", "--", "|"]) func ends(
        _ drawing: String
    ) {
        #expect(
            Trial.hot(Marbles(drawing)) { source, _ in source.enumerated().map(\.element) }.result == Marbles(drawing))
    }

    @Test("enumerated counts each subscription separately") func twice() {
        let (stream, log) = (Observable.of("a", "b").enumerated(), Log<Int>())
        for _ in 1...2 { _ = stream.subscribe(onNext: { log($0.index) }) }
        #expect(log.entries == [0, 1, 0, 1])
    }

    @Test("enumerated gives a re-entrant element the next index") func reentrancy() {
        let (subject, log) = (PublishSubject<String>(), Log<Int>())
        let subscription = subject.enumerated().subscribe(onNext: { numbered in
            log(numbered.index)
            if numbered.index == 0 { subject.onNext("b") }
        })
        subject.onNext("a")
        #expect(log.entries == [0, 1])
        subscription.dispose()
    }

    @Test(
        "element(at:) delivers the element at the index and completes",
        arguments: [(0, "(a|)"), (1, "-(b|)"), (2, "--(c|)")])
    func element(_ index: Int, _ result: String) {
        let trial = Trial.hot("abc-d|") { source, _ in source.element(at: index) }
        #expect(trial.result == Marbles(result))
        #expect(trial.subscriptions == [Subscription(0, index)])
    }

    @Test("element(at:) fails if the source has too few elements") func tooFew() {
        let result = TestScheduler.marbles { $0.cold("ab-|").element(at: 2) }
        #expect(result.events.map(\.time) == [3])
        guard case RxError.argumentOutOfRange? = result.events[0].value.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("element(at:) delivers one element despite a re-entrant one") func reentrantElement() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.element(at: 0).subscribe { event in
            log(event)
            if case .next = event { subject.onNext(2) }
        }
        subject.onNext(1)
        #expect(log.entries == [.next(1), .completed])
        subscription.dispose()
    }

    @Test("enumerated and element(at:) meet the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).enumerated() }
        expectContract(ending) { source, context in source.do(onNext: { _ in context.token.touch() }).element(at: 1) }
    }
}
