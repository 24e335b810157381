import Freshet
import FreshetTest
import Testing

@Suite("of, from") struct FromTests {
    @Test("Observable.of and Observable.from deliver the elements during the subscription") func delivers() {
        #expect(TestScheduler.marbles { _ in Observable.of("a", "b") } == "(ab|)")
        #expect(TestScheduler.marbles { _ in Observable.from(["a", "b"]) } == "(ab|)")
        #expect(TestScheduler.marbles { _ in Observable.from(Set(["a"])) } == "(a|)")
        #expect(TestScheduler.marbles { _ in Observable<String>.from([]) } == "|")
    }

    @Test("Observable.of on a scheduler delivers each event in its own turn") func scheduled() {
        let scheduler = TestScheduler(initialClock: 0)
        let result = scheduler.start { Observable.of(1, 2, scheduler: scheduler) }
        #expect(result.events == [.next(201, 1), .next(202, 2), .completed(203)])
    }

    @Test("Disposal of a stream of elements stops delivery") func disposal() {
        let scheduler = TestScheduler(initialClock: 0)
        #expect(scheduler.start(disposed: 202) { Observable.of(1, 2, scheduler: scheduler) }.events == [.next(201, 1)])
        let log = Log<Int>()
        _ = Observable.of(1, 2, 3).take(2).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("A stream subscribed to within onNext takes turns with the outer one") func reentrancy() {
        let log = Log<Int>()
        _ = Observable.of(1, 2).subscribe(onNext: { element in
            log(element)
            if element == 1 { _ = Observable.of(10, 20).subscribe(onNext: { log($0) }) }
        })
        #expect(log.entries == [1, 10, 2, 20])
    }

    @Test("Observable.from iterates the sequence again for each subscription") func independent() {
        let log = Log<Int>()
        let stream = Observable.from(stride(from: 1, to: 3, by: 1))
        _ = stream.subscribe(onNext: { log($0) })
        _ = stream.subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2, 1, 2])
    }

    @Test("Observable.from delivers a million elements without growing the stack") func many() {
        let count = Count()
        _ = Observable.from(0..<1_000_000).filter { $0 % 1_000 == 0 }.subscribe(onNext: { _ in count.up() })
        #expect(count.value == 1_000)
    }
}
