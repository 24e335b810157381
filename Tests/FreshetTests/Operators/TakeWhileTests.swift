import Freshet
import FreshetTest
import Testing

@Suite("take(while:), take(until:) with a predicate") struct TakeWhileTests {
    @Test("take(while:) delivers elements until the predicate is false, then completes") func takesWhile() {
        let trial = Trial.hot("a-ab-a-|") { source, _ in source.take(while: { $0 == "a" }) }
        #expect(trial.result == "a-a|")
        #expect(trial.subscriptions == [Subscription(0, 3)])
    }

    @Test("take(while:) with inclusive behavior also delivers the deciding element") func inclusive() {
        #expect(
            Trial.hot("a-b-a") { source, _ in source.take(while: { $0 == "a" }, behavior: .inclusive) }.result
                == "a-(b|)")
    }

    @Test("take(until:) negates the predicate") func takesUntil() {
        #expect(Trial.hot("a-b-a") { source, _ in source.take(until: { $0 == "b" }) }.result == "a-|")
        #expect(
            Trial.hot("a-b-a") { source, _ in source.take(until: { $0 == "b" }, behavior: .inclusive) }.result
                == "a-(b|)")
    }

    @Test("take(while:) forwards terminal events unchanged", arguments: ["|", "x", "a|", "-"])
    func ends(_ drawing: String) {
        #expect(
            Trial.cold(Marbles(drawing)) { source, _ in source.take(while: { _ in true }) }.result == Marbles(drawing))
    }

    @Test("take(while:) fails with an error thrown by the predicate") func throwing() {
        #expect(Trial.hot("ab") { source, _ in source.take(while: { _ in throw MarbleError() }) }.result == "x")
        #expect(Trial.hot("ab") { source, _ in source.take(until: { _ in throw MarbleError() }) }.result == "x")
    }

    @Test("take(while:) drops a re-entrant element after the last one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<Event<Int>>())
        let subscription = subject.take(while: { $0 < 2 }, behavior: .inclusive).subscribe { event in
            log(event)
            if case .next(2) = event { subject.onNext(1) }
        }
        subject.onNext(2)
        subscription.dispose()
        #expect(log.entries == [.next(2), .completed])
    }

    @Test("take(while:) meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.take(while: { _ in
                context.token.touch(); return true
            })
        }
    }
}
