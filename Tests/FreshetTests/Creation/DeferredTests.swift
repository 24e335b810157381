import Freshet
import FreshetTest
import Testing

@Suite("deferred") struct DeferredTests {
    @Test("deferred calls the factory once per subscription, not before") func makes() {
        let (made, log) = (Count(), Log<Int>())
        let stream = Observable.deferred { Observable.just(made.up()) }
        #expect(made.value == 0)
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("deferred fails with an error thrown by the factory") func throwing() {
        #expect(TestScheduler.marbles { _ in Observable<String>.deferred { throw MarbleError() } } == "x")
    }

    @Test("deferred forwards events unchanged", arguments: ["a-|", "a-x", "-"]) func passes(_ drawing: String) {
        #expect(Trial.cold(Marbles(drawing)) { source, _ in Observable.deferred { source } }.result == Marbles(drawing))
    }

    @Test("deferred meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            Observable.deferred {
                context.token.touch(); return source
            }
        }
    }
}
