import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("Marbles, test streams and recorded events") struct MarblesTests {
    @Test("Marbles read a drawing tick by tick") func reads() {
        let marbles: Marbles = "a-(bc) d|"
        #expect(marbles.events == [.next(0, "a"), .next(2, "b"), .next(2, "c"), .next(3, "d"), .completed(4)])
        #expect(Marbles("x", at: 5).events == [.error(5, MarbleError())])
    }

    @Test("Marbles draw the events of a drawing that was read", arguments: ["a-(bc)d|", "--x", "", "(a|)", "-a"])
    func draws(_ drawing: String) {
        #expect(Marbles(drawing).description == drawing)
        #expect(Marbles(Marbles(drawing).description) == Marbles(drawing))
    }

    @Test("Drawings differ by event, tick or kind") func differs() {
        for other in ["-a|", "a-|", "a", "b|", "ax", "aa|"] { #expect(Marbles("a|") != Marbles(other)) }
    }

    @Test("A hot stream sends to current subscribers, even after a terminal event") func hot() {
        let scheduler = TestScheduler(initialClock: 0)
        let hot = scheduler.createHotObservable([.next(150, 1), .next(210, 2), .completed(220), .next(230, 3)])
        #expect(scheduler.start { hot }.events == [.next(210, 2), .completed(220)])
        #expect(hot.subscriptions == [Subscription(200, 220)])
        let again = TestScheduler(initialClock: 0)
        let failing = again.createHotObservable([.next(210, 1), .error(220, Oops()), .next(230, 2)])
        #expect(again.start { failing.retry() }.events == [.next(210, 1), .next(230, 2)])
        #expect(failing.subscriptions == [Subscription(200, 220), Subscription(220, 1000)])
    }

    @Test("A hot stream delivers to its subscribers even if it isn't retained", arguments: [true, false])
    func dropped(_ isDrawn: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        let observer = scheduler.createObserver(String.self)
        if isDrawn {
            _ = scheduler.hot("---a|").subscribe(observer)
        } else {
            _ = scheduler.createHotObservable([.next(3, "a"), .completed(4)]).subscribe(observer)
        }
        scheduler.start()
        #expect(observer.events == [.next(3, "a"), .completed(4)])
    }

    @Test("An observer records the time even if its scheduler isn't retained") func observerOnly() {
        let observer = TestScheduler(initialClock: 7).createObserver(Int.self)
        observer.onNext(1)
        #expect(observer.events == [.next(7, 1)])
    }

    @Test("A cold stream starts with each subscription") func cold() {
        let scheduler = TestScheduler(initialClock: 0)
        let cold = scheduler.createColdObservable([.next(0, 1), .next(10, 2), .completed(20)])
        #expect(
            scheduler.start { cold.concat(cold) }.events == [
                .next(200, 1), .next(210, 2), .next(220, 1), .next(230, 2), .completed(240),
            ])
        #expect(cold.subscriptions == [Subscription(200, 220), Subscription(220, 240)])
    }

    @Test("start of TestScheduler creates, subscribes and disposes at the given times") func start() {
        let scheduler = TestScheduler(initialClock: 0)
        let log = Log<Int>()
        let result = scheduler.start(created: 10, subscribed: 20, disposed: 30) { () -> Observable<Int> in
            log(scheduler.clock)
            return Observable.interval(.seconds(4), scheduler: scheduler)
        }
        #expect(log.entries == [10])
        #expect(result.events == [.next(24, 0), .next(28, 1)])
    }

    @Test("Events compare by kind and element, errors by type and description") func equality() {
        #expect(Event.next(1) == .next(1) && Event.next(1) != .next(2) && Event<Int>.completed != .error(Oops()))
        #expect(Event<Int>.error(Oops()) == .error(Oops()) && Event<Int>.error(Oops()) != .error(MarbleError()))
        #expect(Event.next(1).debugDescription == "next(1)" && Event<Int>.completed.isStopEvent)
        #expect(
            Event.next(1).map { $0 + 1 } == .next(2) && Event.next(1).map { _ -> Int in throw Oops() } == .error(Oops())
        )
    }

    @Test("Marks can represent values of any type") func values() {
        let result = TestScheduler.marbles { scheduler in
            Observable.merge(
                scheduler.cold("a-b|", ["a": 1, "b": 2]).asObservable(), scheduler.hot("-c", ["c": 3]).asObservable())
        }
        #expect(result == "132")
    }
}
