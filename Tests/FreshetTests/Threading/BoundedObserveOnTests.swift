import Dispatch
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

    @Test("observe(on:buffering:) keeps the newest or oldest elements, then delivers the end") func keeps() {
        #expect(result(.newest(2)) == "-cd|")
        #expect(result(.oldest(2)) == "-ab|")
        #expect(result(.unbounded) == "-abcd|")
        #expect(result(.newest(1), "x") == "-dx")
    }

    @Test("observe(on:buffering:) pauses a producer, and delivers all elements in order") func suspends() {
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

    @Test("Disposal of observe(on:buffering:) drops waiting elements and releases a paused producer") func disposal() {
        let (scheduler, disposed) = (TestScheduler(initialClock: 0), Count())
        let subscription = Observable.from(0..<100).do(onDispose: { disposed.up() })
            .observe(on: scheduler, buffering: .suspending(4)).subscribe()
        subscription.dispose()
        scheduler.start()
        #expect(disposed.value == 1)
    }

    @Test("A full buffer that drops elements doesn't pause the consumer", arguments: [true, false])
    func dropsBeforeSuspending(_ keepsNewest: Bool) {
        let (first, second) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
        let (subject, observer) = (PublishSubject<Int>(), Exclusive<Int>())
        let subscription = subject.observe(on: first, buffering: keepsNewest ? .newest(2) : .oldest(2))
            .observe(on: second, buffering: .suspending(4)).subscribe(observer)
        for element in 1...5 { subject.onNext(element) }
        first.start()
        second.start()
        #expect(observer.elements == (keepsNewest ? [4, 5] : [1, 2]))
        subscription.dispose()
    }

    @Test("A consumer that pauses doesn't pause the source of a buffer that drops elements") func neverPauses() {
        let (first, second, made) = (TestScheduler(initialClock: 0), TestScheduler(initialClock: 0), Count())
        let observer = Exclusive<Int>()
        let subscription = Observable.range(start: 1, count: 100).do(onNext: { _ in made.up() })
            .observe(on: first, buffering: .newest(3)).observe(on: second, buffering: .suspending(1))
            .subscribe(observer)
        #expect(made.value == 100)
        while observer.ends == 0 {
            first.start()
            second.start()
        }
        #expect(observer.elements == [98, 99, 100])
        subscription.dispose()
    }

    @Test("observe(on:buffering:) meets the operator contract", arguments: Ending.allCases)
    func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).observe(on: context.scheduler, buffering: .newest(5))
        }
    }

    /// Stages that run one source at a time, with a scheduler for their timers.
    static let stages: [@Sendable (Observable<Int>, TestScheduler) -> Observable<Int>] = [
        { source, _ in source.subscribe(on: CurrentThreadScheduler.instance) },
        { source, _ in source.retry() },
        { source, _ in source.retry(when: { (errors: Observable<any Error>) in errors }) },
        { source, _ in source.catchAndReturn(0) },
        { source, _ in source.concat(Observable.just(0)) },
        { source, _ in Observable<Int>.empty().concat(source) },
        { source, _ in source.ifEmpty(default: 0) },
        { source, _ in Observable<Int>.empty().ifEmpty(switchTo: source) },
        { source, timers in source.timeout(.seconds(60), scheduler: timers) },
        { source, timers in Observable<Int>.never().timeout(.seconds(1), other: source, scheduler: timers) },
    ]

    @Test("The source pauses through a stage that runs one source at a time", arguments: stages.indices)
    func pausesThrough(_ index: Int) {
        let (made, timers, scheduler) = (Count(), TestScheduler(initialClock: 0), TestScheduler(initialClock: 0))
        let source = Observable.range(start: 1, count: 1_000).do(onNext: { _ in made.up() })
        let subscription = Self.stages[index](source, timers).observe(on: scheduler, buffering: .suspending(4))
            .subscribe()
        timers.advanceTo(1)
        #expect(made.value == 4)
        scheduler.start()
        #expect(made.value == 1_000)
        subscription.dispose()
    }
}
