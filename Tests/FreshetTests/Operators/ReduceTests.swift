import Freshet
import FreshetTest
import Testing

@Suite("reduce, toArray") struct ReduceTests {
    @Test("reduce delivers the accumulated value on completion") func reduces() {
        #expect(TestScheduler.marbles { $0.cold("1-2-3-|").reduce(0) { $0 + (Int($1) ?? 0) } } == "------(6|)")
    }

    @Test("reduce delivers the seed for an empty source") func empty() {
        #expect(TestScheduler.marbles { $0.cold("--|").reduce("s") { $1 + $0 } } == "--(s|)")
    }

    @Test("reduce transforms the result") func mapsResult() {
        let trial = Trial.cold("ab|") { source, _ in
            source.reduce("", accumulator: { $0 + $1 }, mapResult: { $0.count })
        }
        #expect(trial.result == "--(2|)")
    }

    @Test("reduce drops the accumulated value on failure") func failure() {
        #expect(TestScheduler.marbles { $0.cold("ab-x").reduce("") { $0 + $1 } } == "---x")
    }

    @Test("reduce delivers nothing until the source ends") func never() {
        #expect(
            Trial.hot("ab", disposed: 5) { source, _ in source.reduce("") { $0 + $1 } }.subscriptions == [
                Subscription(0, 5)
            ])
    }

    @Test("reduce fails with an error thrown by the accumulator, at that tick") func throwing() {
        let trial = Trial.hot("ab-|") { source, _ in
            source.reduce("") { if $1 == "b" { throw MarbleError() } else { $0 } }
        }
        #expect(trial.result == "-x")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("reduce fails with an error thrown by mapResult") func throwingResult() {
        let trial = Trial.cold("a|") { source, _ in
            source.reduce("", accumulator: { $0 + $1 }, mapResult: { _ -> String in throw MarbleError() })
        }
        #expect(trial.result == "-x")
    }

    @Test("toArray delivers all elements", arguments: [("a-b-|", "a,b"), ("|", "")])
    func toArray(_ source: String, _ result: String) {
        let trial = Trial.cold(Marbles(source)) { source, _ in source.toArray().map { $0.joined(separator: ",") } }
        #expect(trial.result.events.map(\.value) == [.next(result), .completed])
    }

    @Test("toArray fails with the source") func toArrayFailure() {
        #expect(Trial.cold("ab-x") { source, _ in source.toArray().map { $0.count } }.result == "---x")
    }

    @Test("reduce accumulates an element sent by the deinit of a replaced accumulator") func releasedAccumulator() {
        let (subject, log, living) = (PublishSubject<Int>(), Log<Int>(), Count())
        let subscription = subject.reduce(Item(0, living)) { sum, number in
            Item(sum.number + number, living) { if number == 1 { subject.onNext(10) } }
        }.subscribe(onNext: { log($0.number) })
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        #expect(log.entries == [13])
        subscription.dispose()
    }

    @Test("reduce meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.reduce("") {
                context.token.touch(); return $0 + $1
            }
        }
    }

    @Test("toArray meets the operator contract", arguments: Ending.allCases) func toArrayContract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).toArray().asObservable()
        }
    }
}
