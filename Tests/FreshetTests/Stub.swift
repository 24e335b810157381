import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("map") struct MapTests {
    @Test("transforms each element") func transforms() {
        #expect(TestScheduler.marbles { $0.cold("a-b--|").asObservable().map { $0 + "!" }.map { String($0.prefix(1)) } } == "a-b--|")
        #expect(TestScheduler.marbles { s in s.cold("a-b--|").flatMap { _ in s.cold("1-2|") } } == "1-(21)2|")
        let x = TestScheduler.marbles { s in Observable.merge(Observable.of(1,2), Observable.of(3,4)) }
        #expect(x.description == "(1324|)")
        let y = TestScheduler.marbles { s in Observable.combineLatest(Observable.of(1,2), Observable.of(3,4)) { $0 * 10 + $1 } }
        #expect(y.description == "(132324|)")
        #expect(TestScheduler.marbles { s in s.hot("ab-----c|").debounce(.seconds(3), scheduler: s) } == "----b---(c|)")
        #expect(TestScheduler.marbles { s in s.hot("a-b-c----d|").throttle(.seconds(4), scheduler: s) } == "a---c----d|")
    }
}
