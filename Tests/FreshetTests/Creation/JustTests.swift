import Freshet
import FreshetTest
import Testing

@Suite("just, empty, error, never, from(optional:)") struct JustTests {
    @Test("just delivers its element and completes, for each subscription") func just() {
        #expect(TestScheduler.marbles { _ in Observable.just("a").concat(Observable.just("b")) } == "(ab|)")
    }

    @Test("just on a scheduler takes one turn for the element and one for the completion") func justOnScheduler() {
        let scheduler = TestScheduler(initialClock: 0)
        #expect(
            scheduler.start { Observable.just(1, scheduler: scheduler) }.events == [.next(201, 1), .completed(202)])
    }

    @Test("just on a scheduler can be disposed between the element and the completion") func justDisposed() {
        let scheduler = TestScheduler(initialClock: 0)
        #expect(scheduler.start(disposed: 202) { Observable.just(1, scheduler: scheduler) }.events == [.next(201, 1)])
    }

    @Test("Disposal of just within onNext prevents the completion") func disposalInside() {
        let log = Log<String>()
        _ = Observable.just(1).take(until: { _ in true }, behavior: .exclusive).subscribe(
            onNext: { _ in log("next") }, onCompleted: { log("completed") })
        #expect(log.entries == ["completed"])
    }

    @Test("A stream subscribed to in the onNext closure of just runs immediately") func reentrancy() {
        let log = Log<Int>()
        _ = Observable.just(0).subscribe(onNext: { _ in
            _ = Observable.of(1, 2).subscribe(onNext: { log($0) })
            log(3)
        })
        #expect(log.entries == [1, 2, 3])
    }

    @Test("empty() completes, error(_:) fails, and never() emits nothing") func ends() {
        #expect(TestScheduler.marbles { _ in Observable<String>.empty() } == "|")
        #expect(TestScheduler.marbles { _ in Observable<String>.error(MarbleError()) } == "x")
        #expect(TestScheduler.marbles { _ in Observable<String>.never() } == "")
    }

    @Test("An abandoned subscription to never() releases its closures") func neverReleases() {
        weak var token: Token?
        do {
            let kept = Token()
            token = kept
            _ = Observable<Int>.never().subscribe(onNext: { _ in kept.touch() })
        }
        #expect(token == nil)
    }

    @Test("from(optional:) delivers the wrapped value, if any") func optional() {
        let log = Log<Event<Int>>()
        _ = Observable.from(optional: Optional(1)).subscribe { log($0) }
        _ = Observable.from(optional: Int?.none).subscribe { log($0) }
        #expect(log.entries == [.next(1), .completed, .completed])
        let scheduler = TestScheduler(initialClock: 0)
        #expect(
            scheduler.start { Observable.from(optional: Int?.none, scheduler: scheduler) }.events == [.completed(201)])
    }
}
