import Freshet
import FreshetTest
import Testing

@Suite("deferred") struct DeferredTests {
    @Test("makes a stream anew for each subscription, and none before") func makes() {
        let (made, log) = (Count(), Log<Int>())
        let stream = Observable.deferred { Observable.just(made.up()) }
        #expect(made.value == 0)
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("fails with what the factory throws") func throwing() {
        #expect(TestScheduler.marbles { _ in Observable<String>.deferred { throw MarbleError() } } == "x")
    }

    @Test("hands events on as they are", arguments: ["a-|", "a-x", "-"]) func passes(_ drawing: String) {
        #expect(Trial.cold(Marbles(drawing)) { source, _ in Observable.deferred { source } }.result == Marbles(drawing))
    }

    @Test("keeps the common contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, lab in
            Observable.deferred {
                lab.token.touch(); return source
            }
        }
    }
}
