import Freshet
import FreshetTest
import Testing

@Suite("range, repeatElement, generate") struct RangeTests {
    @Test(
        "range delivers `count` integers",
        arguments: [(0, 3, [0, 1, 2]), (5, 1, [5]), (7, 0, []), (Int.max, 1, [Int.max]), (Int.max, 0, [])])
    func range(_ start: Int, _ count: Int, _ elements: [Int]) {
        let log = Log<Event<Int>>()
        _ = Observable.range(start: start, count: count).subscribe { log($0) }
        #expect(log.entries == elements.map { .next($0) } + [.completed])
    }

    @Test("range runs on a scheduler, even if it is empty") func rangeOnScheduler() {
        let scheduler = TestScheduler(initialClock: 0)
        #expect(
            scheduler.start { Observable.range(start: 1, count: 2, scheduler: scheduler) }.events == [
                .next(201, 1), .next(202, 2), .completed(203),
            ])
        let another = TestScheduler(initialClock: 0)
        #expect(another.start { Observable.range(start: 1, count: 0, scheduler: another) }.events == [.completed(201)])
    }

    @Test("repeatElement continues until disposal") func repeats() {
        let log = Log<Int>()
        _ = Observable.repeatElement(7).take(3).subscribe(onNext: { log($0) })
        #expect(log.entries == [7, 7, 7])
        let scheduler = TestScheduler(initialClock: 0)
        #expect(
            scheduler.start(disposed: 203) { Observable.repeatElement(7, scheduler: scheduler) }.events == [
                .next(201, 7), .next(202, 7),
            ])
    }

    @Test("generate continues while the condition is true") func generates() {
        let log = Log<Event<Int>>()
        _ = Observable.generate(initialState: 1, condition: { $0 < 10 }, iterate: { $0 * 3 }).subscribe { log($0) }
        #expect(log.entries == [.next(1), .next(3), .next(9), .completed])
    }

    @Test("generate fails with an error thrown by a closure") func throwing() {
        let log = Log<Event<Int>>()
        _ = Observable.generate(initialState: 1, condition: { _ in throw Oops() }, iterate: { $0 }).subscribe {
            log($0)
        }
        _ = Observable.generate(initialState: 1, condition: { _ in true }, iterate: { _ in throw Oops() }).subscribe {
            log($0)
        }
        #expect(log.entries == [.error(Oops()), .next(1), .error(Oops())])
    }

    @Test("generate doesn't check its condition after its iterate closure disposes the subscription")
    func disposalInside() {
        let (log, subscription, scheduler) = (Log<String>(), SerialDisposable(), HistoricalScheduler())
        subscription.disposable = Observable.generate(
            initialState: 0,
            condition: { element in
                log("condition \(element)")
                return true
            }, scheduler: scheduler,
            iterate: { element in
                subscription.dispose()
                return element + 1
            }
        ).subscribe()
        scheduler.start()
        #expect(log.entries == ["condition 0"])
    }

    @Test("generate stops at disposal") func disposal() {
        let scheduler = TestScheduler(initialClock: 0)
        let result = scheduler.start(disposed: 203) {
            Observable.generate(initialState: 0, condition: { _ in true }, scheduler: scheduler, iterate: { $0 + 1 })
        }
        #expect(result.events == [.next(201, 0), .next(202, 1)])
    }
}
