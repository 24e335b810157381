import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("observe(on:)") struct ObserveOnTests {
    @Test(
        "observe(on:) delivers all events on the scheduler, in order",
        arguments: [("a-b|", "-a-b|"), ("(ab)x", "-abx"), ("|", "-|"), ("-", "")])
    func delivers(_ source: String, _ result: String) {
        let scheduler = TestScheduler(initialClock: 0)
        let drawn = scheduler.createColdObservable(Marbles(source).events)
        let events = scheduler.start(created: 0, subscribed: 0, disposed: 100) {
            drawn.asObservable().observe(on: scheduler)
        }.events
        #expect(Marbles(events).events.map(\.value) == Marbles(result).events.map(\.value))
        #expect(events.first.map { $0.time > (drawn.recordedEvents.first?.time ?? 0) } ?? true)
    }

    @Test("An error doesn't overtake earlier elements") func errorOrder() {
        let observer = Exclusive<Int>()
        let source = Observable.range(start: 0, count: 500).concat(Observable.error(Oops()))
        let subscription = source.observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "observe"))
            .subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<500))
        subscription.dispose()
    }

    @Test("observe(on:) disposes the source as soon as it ends") func release() {
        let scheduler = TestScheduler(initialClock: 0)
        let subject = PublishSubject<Int>()
        let subscription = subject.observe(on: scheduler).subscribe()
        subject.onCompleted()
        #expect(!subject.hasObservers)
        subscription.dispose()
    }

    @Test("Disposal of observe(on:) drops waiting events") func disposal() {
        let (scheduler, subject, log) = (TestScheduler(initialClock: 0), PublishSubject<Int>(), Log<Int>())
        let subscription = subject.observe(on: scheduler).subscribe(onNext: { log($0) })
        subject.onNext(1)
        subscription.dispose()
        scheduler.start()
        #expect(log.entries.isEmpty)
        #expect(!subject.hasObservers)
    }

    @Test("Disposal of observe(on:) within onNext drops the remaining events", arguments: [true, false])
    func disposalInside(_ isSerial: Bool) {
        let queue: any ImmediateSchedulerType =
            isSerial
            ? SerialDispatchQueueScheduler(internalSerialQueueName: "observe")
            : ConcurrentDispatchQueueScheduler(qos: .default)
        let observer = Exclusive<Int>()
        _ = Observable.range(start: 0, count: 100).observe(on: queue).take(3).subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == [0, 1, 2])
    }

    @Test("observe(on:) delivers a re-entrant element after the current one") func reentrancy() {
        let (subject, log) = (PublishSubject<Int>(), Log<String>())
        let done = Gate()
        let subscription = subject.observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "observe"))
            .subscribe(onNext: { element in
                log("begin \(element)")
                if element == 1 { subject.onNext(2) }
                log("end \(element)")
                if element == 2 { done.open() }
            })
        subject.onNext(1)
        #expect(done.wait())
        #expect(log.entries == ["begin 1", "end 1", "begin 2", "end 2"])
        subscription.dispose()
    }

    @Test("observe(on:) serializes events on a concurrent queue, in order and without loss") func concurrent() {
        let (left, right, observer) = (PublishSubject<Int>(), PublishSubject<Int>(), Exclusive<Int>())
        let subscription = Observable.merge(left, right).observe(on: ConcurrentDispatchQueueScheduler(qos: .default))
            .subscribe(observer)
        concurrently({ for n in 0..<3_000 { left.onNext(n) } }, { for n in 0..<3_000 { right.onNext(1_000_000 + n) } })
        #expect(eventually { observer.elements.count == 6_000 })
        #expect(observer.keepsEachOrder(sources: 2, count: 3_000))
        #expect(observer.violations == 0)
        subscription.dispose()
    }

    @Test("observe(on:) delivers on the current thread during onNext") func currentThread() {
        let log = Log<Int>()
        _ = Observable.of(1, 2).observe(on: CurrentThreadScheduler.instance).subscribe(onNext: { log($0) })
        #expect(log.entries == [1, 2])
    }

    @Test("observe(on:) meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).observe(on: context.scheduler)
        }
    }
}
