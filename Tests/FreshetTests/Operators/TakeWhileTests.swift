import Freshet
import FreshetTest
import Testing

@Suite("take(while:), take(until:) with a predicate") struct TakeWhileTests {
    @Test("delivers elements as long as the predicate holds, then completes") func takesWhile() {
        let trial = Trial.hot("a-ab-a-|") { source, _ in source.take(while: { $0 == "a" }) }
        #expect(trial.result == "a-a|")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("delivers the element that decides too, where asked") func inclusive() {
        #expect(
            Trial.hot("a-b-a") { source, _ in source.take(while: { $0 == "a" }, behavior: .inclusive) }.result
                == "a-(b|)")
    }

    @Test("until is the opposite") func takesUntil() {
        #expect(Trial.hot("a-b-a") { source, _ in source.take(until: { $0 == "b" }) }.result == "a-|")
        #expect(
            Trial.hot("a-b-a") { source, _ in source.take(until: { $0 == "b" }, behavior: .inclusive) }.result
                == "a-(b|)")
    }

    @Test("hands the end on as it is", arguments: ["|", "x", "a|", "-"]) func ends(_ drawing: String) {
        #expect(
            Trial.cold(Marbles(drawing)) { source, _ in source.take(while: { _ in true }) }.result == Marbles(drawing))
    }

    @Test("fails with what the predicate throws") func throwing() {
        #expect(Trial.hot("ab") { source, _ in source.take(while: { _ in throw MarbleError() }) }.result == "x")
        #expect(Trial.hot("ab") { source, _ in source.take(until: { _ in throw MarbleError() }) }.result == "x")
    }

    @Test("an element that comes in reaction to the last one is left out") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.take(while: { $0 < 2 }, behavior: .inclusive).subscribe { event in
            log(event)
            if case .next(2) = event { subject.onNext(1) }
        }
        subject.onNext(2)
        subscription.dispose()
        #expect(log.entries == [.next(2), .completed])
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            source.take(while: { _ in
                lab.token.touch(); return true
            })
        }
    }
}
