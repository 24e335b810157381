import Dispatch
import Freshet
import FreshetPlatform
import FreshetTest
import Testing

/// A scheduler that can drop its work without running it, as a canceled operation queue does.
private final class DroppingScheduler: SchedulerType {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    var now: RxTime { RxTime(timeIntervalSinceReferenceDate: 0) }

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let (task, state) = (SingleAssignmentDisposable(), UncheckedTransfer(state))
        waiting.withLock { waiting in
            waiting.append {
                if !task.isDisposed { task.setDisposable(action(state.value)) }
            }
        }
        return task
    }

    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        schedule(state, action: action)
    }

    private func take() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    func run() {
        for work in take() { work() }
    }

    func drop() { _ = take() }
}

/// A stream with work that waits on a scheduler.
private struct Waiting: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// True if a closure of the stream retains the scheduler.
    let capturesScheduler: Bool
    let make: @Sendable (any SchedulerType) -> Observable<Int>

    init(
        _ name: String, capturesScheduler: Bool = false,
        _ make: @escaping @Sendable (any SchedulerType) -> Observable<Int>
    ) {
        testDescription = name
        self.capturesScheduler = capturesScheduler
        self.make = make
    }

    private static let source = Observable.range(start: 0, count: 100)

    static let all: [Waiting] = [
        Waiting("from") { .from(0..<100, scheduler: $0) },
        Waiting("just") { .just(0, scheduler: $0) },
        Waiting("generate") { .generate(initialState: 0, condition: { _ in true }, scheduler: $0) { $0 + 1 } },
        Waiting("timer") { .timer(.seconds(1), scheduler: $0) },
        Waiting("interval") { .interval(.seconds(1), scheduler: $0) },
        Waiting("observe(on:)") { source.observe(on: $0) },
        Waiting("observe(on:buffering:)") { source.observe(on: $0, buffering: .suspending(4)) },
        Waiting("observe(on:) twice") { source.observe(on: $0).observe(on: $0, buffering: .suspending(4)) },
        Waiting("subscribe(on:)") { source.subscribe(on: $0) },
        Waiting("delaySubscription") { source.delaySubscription(.seconds(1), scheduler: $0) },
        Waiting("delay") { source.delay(.seconds(1), scheduler: $0) },
        Waiting("delay, paused") {
            source.delay(.seconds(1), scheduler: $0).observe(on: $0, buffering: .suspending(4))
        },
        Waiting("debounce") { source.concat(Observable.never()).debounce(.seconds(1), scheduler: $0) },
        Waiting("throttle") { source.concat(Observable.never()).throttle(.seconds(1), scheduler: $0) },
        Waiting("timeout") { Observable.never().timeout(.seconds(1), scheduler: $0) },
        Waiting("buffer") {
            source.concat(Observable.never()).buffer(timeSpan: .seconds(1), count: 1_000, scheduler: $0).map(\.count)
        },
        Waiting("collect") {
            source.concat(Observable.never()).collect(every: .seconds(1), scheduler: $0).map(\.count)
        },
        Waiting("window") {
            source.concat(Observable.never()).window(timeSpan: .seconds(1), count: 1_000, scheduler: $0).merge()
        },
        Waiting("timer with a period") { .timer(.seconds(1), period: .seconds(1), scheduler: $0) },
        Waiting("interval, retried") { Observable.interval(.seconds(1), scheduler: $0).retry() },
        Waiting("timeout, polling") { scheduler in
            Observable.never().timeout(
                .seconds(1), other: Observable.interval(.seconds(1), scheduler: scheduler), scheduler: scheduler)
        },
        Waiting("share with grace") {
            Observable.interval(.seconds(1), scheduler: $0).share(disconnectingAfter: .seconds(1), scheduler: $0)
        },
        Waiting("skip(_:)") { Observable.interval(.seconds(1), scheduler: $0).skip(.seconds(1), scheduler: $0) },
        Waiting("take(for:)") { Observable.never().take(for: .seconds(1), scheduler: $0) },
        Waiting("retry with backoff") {
            Observable.error(Oops()).retry(3, backoff: .constant(.seconds(1)), scheduler: $0)
        },
        Waiting("concatMap, paused", capturesScheduler: true) { scheduler in
            source.concatMap { Observable.just($0, scheduler: scheduler) }
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("merge, paused", capturesScheduler: true) { scheduler in
            source.map { Observable.just($0, scheduler: scheduler) }.merge(maxConcurrent: 2)
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("zip, paused") { scheduler in
            Observable.zip(source, Observable.timer(.seconds(1), scheduler: scheduler)) { (a: Int, b: Int) in a + b }
                .observe(on: scheduler, buffering: .suspending(4))
        },
        Waiting("zip, paused by a source that never emits") {
            Observable.zip(Observable.never(), source) { (a: Int, b: Int) in a + b }
                .observe(on: $0, buffering: .suspending(4))
        },
    ]
}

/// A scheduler may drop its work without running it, and nobody disposes the subscription.
@Suite("A scheduler that drops its work") struct DroppedWorkTests {
    /// Returns how many objects remain that the closures of the stream and of the subscriber retain.
    private func remaining(_ waiting: Waiting, runs: Int) -> Int {
        let (scheduler, living) = (DroppingScheduler(), Count())
        do {
            let (source, observer) = (Token(living), Token(living))
            _ = waiting.make(scheduler).map { number in
                source.touch()
                return number
            }.subscribe { _ in observer.touch() }
            for _ in 0..<runs { scheduler.run() }
        }
        scheduler.drop()
        return living.value
    }

    @Test("A scheduler that drops its work releases the streams, paused or not", arguments: Waiting.all)
    private func releases(_ waiting: Waiting) {
        for runs in 0...3 { #expect(remaining(waiting, runs: runs) == 0, "after \(runs) runs") }
    }

    /// Subscribes to a stream in virtual time, runs `steps` seconds, and releases the scheduler. Returns how many
    /// objects remain that the closures of the stream and of the subscriber retain.
    private func remaining(
        _ steps: Int, _ scheduler: () -> TestScheduler, _ make: (TestScheduler) -> Observable<Int>
    ) -> Int {
        let living = Count()
        do {
            let (source, observer) = (Token(living), Token(living))
            let scheduler = scheduler()
            let recorder = scheduler.createObserver(Int.self)
            _ = make(scheduler).map { number in
                source.touch()
                return number
            }.do(onNext: { _ in observer.touch() }).subscribe(recorder)
            scheduler.advanceTo(scheduler.clock + steps)
        }
        return living.value
    }

    @Test(
        "A released TestScheduler releases the streams", arguments: Waiting.all.filter { !$0.capturesScheduler })
    private func virtualTime(_ waiting: Waiting) {
        for steps in 0...3 {
            #expect(remaining(steps, { TestScheduler(initialClock: 0) }) { waiting.make($0) } == 0, "after \(steps) s")
        }
    }

    @Test("A released TestScheduler releases the streams on its test streams", arguments: ["hot", "cold"])
    func testStreams(_ kind: String) {
        func make(_ scheduler: TestScheduler) -> Observable<Int> {
            let events = (1...100).map { Recorded.next($0, $0) }
            let stream =
                kind == "hot" ? scheduler.createHotObservable(events) : scheduler.createColdObservable(events)
            let streams: [Observable<Int>] = [
                stream.asObservable(), stream.debounce(.seconds(3), scheduler: scheduler),
                stream.delay(.seconds(3), scheduler: scheduler), stream.withLatestFrom(stream),
                stream.timeout(.seconds(3), scheduler: scheduler),
            ]
            // Like a subject, a hot stream retains its subscribers, which must not retain it.
            let resubscribing = [stream.retry(), stream.concat(stream), stream.flatMapLatest { _ in stream }]
            return .merge(kind == "hot" ? streams : streams + resubscribing)
        }
        for steps in 0...3 { #expect(remaining(steps, { TestScheduler(initialClock: 0) }, make) == 0) }
    }

    @Test("A released HistoricalScheduler releases repeating work") func repeated() {
        let living = Count()
        do {
            let (scheduler, token) = (HistoricalScheduler(), Token(living))
            _ = scheduler.schedulePeriodic((), startAfter: .seconds(1), period: .seconds(1)) { token.touch() }
            _ = scheduler.scheduleRecursive(()) { _, recurse in
                token.touch()
                recurse(())
            }
        }
        #expect(living.value == 0)
    }

    @Test("A dropped subscription to a timer that never fires is released") func neverFires() async {
        let living = Count()
        do {
            let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "never")
            for interval in [RxTimeInterval.never, .seconds(.max)] {
                for scheduler in [queue, ClockScheduler(ContinuousClock())] as [any SchedulerType] {
                    let token = Token(living)
                    _ = Observable<Int>.interval(interval, scheduler: scheduler).subscribe(onNext: { _ in
                        token.touch()
                    })
                }
            }
        }
        #expect(await eventually { living.value == 0 })
    }
}
