import Freshet
import FreshetTest
import Testing

@Suite("observe(on:buffering:)") struct BoundedObserveOnTests {
    /// The result for "abcd" and a terminal event in one tick, on a scheduler that delivers one event per tick.
    private func result(_ policy: ValuesBuffering, _ end: String = "|") -> Marbles {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, observer) = (PublishSubject<String>(), scheduler.createObserver(String.self))
        let subscription = subject.observe(on: scheduler, buffering: policy).subscribe(observer)
        for element in ["a", "b", "c", "d"] { subject.onNext(element) }
        if end == "|" { subject.onCompleted() } else { subject.onError(MarbleError()) }
        scheduler.start()
        subscription.dispose()
        return Marbles(observer.events)
    }

    @Test("keeps the newest or oldest elements, then delivers the end") func keeps() {
        #expect(result(.newest(2)) == "-cd|")
        #expect(result(.oldest(2)) == "-ab|")
        #expect(result(.unbounded) == "-abcd|")
        #expect(result(.newest(1), "x") == "-dx")
    }

    @Test("pauses a producer, and delivers all elements in order") func suspends() {
        let (made, observer) = (Count(), Exclusive<Int>())
        let behind = Count()
        let subscription = Observable.from(0..<2_000).do(onNext: { _ in made.up() })
            .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "slow"), buffering: .suspending(4))
            .do(onNext: { number in if made.value > number + 10 { behind.up() } })
            .subscribe(observer)
        #expect(eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<2_000))
        #expect(observer.violations == 0 && behind.value == 0)
        subscription.dispose()
    }

    @Test("disposal drops waiting elements and releases a paused producer") func disposal() {
        let (scheduler, disposed) = (TestScheduler(initialClock: 0), Count())
        let subscription = Observable.from(0..<100).do(onDispose: { disposed.up() })
            .observe(on: scheduler, buffering: .suspending(4)).subscribe()
        subscription.dispose()
        scheduler.start()
        #expect(disposed.value == 1)
    }

    @Test("meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).observe(on: context.scheduler, buffering: .newest(5))
        }
    }
}
