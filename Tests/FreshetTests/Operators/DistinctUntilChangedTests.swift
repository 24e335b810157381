import Freshet
import FreshetTest
import Testing

@Suite("distinctUntilChanged") struct DistinctUntilChangedTests {
    @Test("distinctUntilChanged drops an element equal to the previous one") func equal() {
        #expect(TestScheduler.marbles { $0.cold("aabbab-|").distinctUntilChanged() } == "a-b-ab-|")
    }

    @Test("distinctUntilChanged compares keys") func key() {
        #expect(TestScheduler.marbles { $0.cold("aAbBa|").distinctUntilChanged { $0.lowercased() } } == "a-b-a|")
    }

    @Test("distinctUntilChanged compares a property") func property() {
        let trial = Trial.cold("abc|") { source, _ in
            source.map { [$0] }.distinctUntilChanged(at: \.count).map { $0[0] }
        }
        #expect(trial.result == "a--|")
    }

    @Test("distinctUntilChanged compares with the last delivered element") func comparer() {
        let trial = Trial.cold("1237|") { source, _ in
            source.compactMap { Int($0) }.distinctUntilChanged { abs($0 - $1) < 2 }
        }
        #expect(trial.result == "1-37|")
    }

    @Test("distinctUntilChanged compares keys with a comparer") func keyAndComparer() {
        let trial = Trial.cold("12a|") { source, _ in
            source.distinctUntilChanged({ Int($0) }, comparer: { ($0 == nil) == ($1 == nil) })
        }
        #expect(trial.result == "1-a|")
    }

    @Test("distinctUntilChanged fails with an error thrown by the key selector") func throwingKey() {
        let trial = Trial.hot("ab|") { source, _ in
            source.distinctUntilChanged { if $0 == "b" { throw MarbleError() } else { $0 } }
        }
        #expect(trial.result == "ax")
        #expect(trial.subscriptions == [Subscription(0, 1)])
    }

    @Test("distinctUntilChanged fails with an error thrown by the comparer") func throwingComparer() {
        let trial = Trial.hot("ab|") { source, _ in source.distinctUntilChanged { _, _ in throw MarbleError() } }
        #expect(trial.result == "ax")
    }

    @Test("distinctUntilChanged forwards an error") func failure() {
        #expect(TestScheduler.marbles { $0.cold("aax").distinctUntilChanged() } == "a-x")
    }

    @Test("Subscriptions of distinctUntilChanged are independent") func independent() {
        let stream = Observable.just(1).distinctUntilChanged()
        let log = Log<Int>()
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 1])
    }

    @Test("distinctUntilChanged meets the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.distinctUntilChanged {
                context.token.touch(); return $0 == $1
            }
        }
    }
}
