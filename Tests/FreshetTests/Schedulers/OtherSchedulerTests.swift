import Foundation
import Freshet
import FreshetTest
import Testing

@Suite("HistoricalScheduler") struct HistoricalSchedulerTests {
    @Test("HistoricalScheduler runs work in order of its dates") func dates() {
        let scheduler = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 1_000))
        let log = Log<TimeInterval>()
        for delay in [20, 10] {
            _ = scheduler.scheduleRelative((), dueTime: .seconds(delay)) { _ in
                log(scheduler.now.timeIntervalSince1970)
                return Disposables.create()
            }
        }
        scheduler.start()
        #expect(log.entries == [1_010, 1_020])
    }

    @Test("HistoricalScheduler starts in 1970, and runs nothing until its clock advances") func begins() {
        let (scheduler, log) = (HistoricalScheduler(), Log<Int>())
        _ = Observable<Int>.interval(.seconds(60), scheduler: scheduler).subscribe(onNext: { log($0) })
        scheduler.advanceTo(Date(timeIntervalSince1970: 180))
        #expect(log.entries == [0, 1, 2])
        #expect(scheduler.clock == Date(timeIntervalSince1970: 180))
    }

    /// Returns how many elements a stream has delivered after each of 40 tenths of a second.
    private func counts(
        _ start: TimeInterval, _ make: (HistoricalScheduler) -> Observable<some Any>
    ) -> [Int] {
        (1...40).map { tenths in
            let (scheduler, count) = (HistoricalScheduler(initialClock: Date(timeIntervalSince1970: start)), Count())
            let subscription = make(scheduler).subscribe(onNext: { _ in count.up() })
            scheduler.advanceTo(Date(timeIntervalSince1970: start).addingTimeInterval(Double(tenths) / 10))
            subscription.dispose()
            return count.value
        }
    }

    @Test("Repeated intervals end at multiples of the interval", arguments: [0, 1_000, 1_785_000_000.123456])
    func multiples(_ start: TimeInterval) {
        let (tenth, all) = (RxTimeInterval.milliseconds(100), Array(1...40))
        #expect(counts(start) { Observable<Int>.interval(tenth, scheduler: $0) } == all)
        #expect(counts(start) { Observable<Int>.timer(tenth, period: tenth, scheduler: $0) } == all)
        #expect(counts(start) { Observable<Int>.never().buffer(timeSpan: tenth, count: 9, scheduler: $0) } == all)
        #expect(
            counts(start) { Observable<Int>.never().window(timeSpan: tenth, count: 9, scheduler: $0).skip(1) } == all)
        #expect(
            counts(start) { scheduler in
                Observable<Int>.just(1).delay(tenth, scheduler: scheduler).concatMap { _ in
                    Observable<Int>.interval(tenth, scheduler: scheduler).startWith(0)
                }
            } == all)
        #expect(
            counts(start) { scheduler in
                let attempts = PublishSubject<Int>()
                let failing = Observable<Int>.deferred {
                    attempts.onNext(1)
                    throw Oops()
                }.retry(backoff: .constant(.milliseconds(100)), scheduler: scheduler)
                return Observable.merge(attempts.skip(1), failing)
            } == all)
    }
}

@Suite("ConcurrentMainScheduler") struct ConcurrentMainSchedulerTests {
    @Test("ConcurrentMainScheduler runs work synchronously on the main thread") @MainActor func atOnce() {
        let log = Log<String>()
        _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
            _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
                log("inner")
                return Disposables.create()
            }
            log("outer")
            return Disposables.create()
        }
        #expect(log.entries == ["inner", "outer"])
    }

    @Test("ConcurrentMainScheduler runs work from another thread on the main thread") func otherThread() async {
        let log = Log<Bool>()
        _ = ConcurrentMainScheduler.instance.schedule(()) { _ in
            MainActor.assumeIsolated { log(true) }
            return Disposables.create()
        }
        _ = ConcurrentMainScheduler.instance.scheduleRelative((), dueTime: .milliseconds(1)) { _ in
            MainActor.assumeIsolated { log(true) }
            return Disposables.create()
        }
        #expect(await eventually { log.count == 2 })
    }
}

/// A clock that the test advances.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let time = Box(Instant(offset: .zero))
    private let sleepers = Box<[Int: Sleeper]>([:])
    private let nextID = Count()
    private let lock = NSLock()

    var now: Instant { time.value }
    var minimumResolution: Duration { .zero }
    var sleeping: Int { lock.withLock { sleepers.value.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = nextID.up()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = lock.withLock { () -> Bool in
                    if deadline <= time.value || Task.isCancelled { return true }
                    sleepers.value[id] = Sleeper(deadline: deadline, continuation: continuation)
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            let sleeper = lock.withLock { sleepers.value.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = lock.withLock { () -> [Sleeper] in
            time.value = time.value.advanced(by: duration)
            let due = sleepers.value.filter { $0.value.deadline <= time.value }
            for id in due.keys { sleepers.value[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}

@Suite("Time operators on a Clock") struct ClockedTests {
    private let clock = ManualClock()

    @Test("interval ticks with the clock and stops at disposal") func interval() async {
        let log = Log<Int>()
        let subscription = Observable<Int>.interval(.seconds(1), clock: clock).subscribe(onNext: { log($0) })
        for count in 1...3 {
            #expect(await eventually { clock.sleeping == 1 })
            clock.advance(by: .seconds(1))
            #expect(await eventually { log.count == count })
        }
        #expect(log.entries == [0, 1, 2])
        subscription.dispose()
        #expect(await eventually { clock.sleeping == 0 })
    }

    @Test("interval replaces the ticks that a sleep of the system missed by one") func missedTicks() async {
        let log = Log<Int>()
        let subscription = Observable<Int>.interval(.seconds(1), clock: clock).subscribe(onNext: { log($0) })
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .milliseconds(30_500))
        #expect(await eventually { clock.sleeping == 1 })
        #expect(log.entries == [0, 1])
        // The ticks stay on the grid.
        clock.advance(by: .milliseconds(500))
        #expect(await eventually { log.entries == [0, 1, 2] })
        subscription.dispose()
    }

    @Test("timer waits longer than 292 years") func longTimer() async {
        let log = Log<Int>()
        let subscription = Observable<Int>.timer(.seconds(10_000_000_000), clock: clock).subscribe(onNext: { log($0) })
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .seconds(9_999_999_999))
        #expect(clock.sleeping == 1)
        clock.advance(by: .seconds(1))
        #expect(await eventually { log.entries == [0] })
        subscription.dispose()
        let (scheduler, virtual) = (HistoricalScheduler(), Log<TimeInterval>())
        _ = scheduler.scheduleRelative((), dueTime: .seconds(10_000_000_000)) {
            virtual(scheduler.now.timeIntervalSince1970)
            return Disposables.create()
        }
        scheduler.start()
        #expect(virtual.entries == [10_000_000_000])
    }

    /// Expects that streams with the longest times deliver nothing.
    fileprivate static func waitEndlessly(_ factor: Int) async {
        let (log, ticks, clock) = (Log<String>(), Count(), ContinuousClock())
        let source = Observable.of(1).concat(Observable<Int>.never())
        let failing = Observable<Int>.error(Oops())
        // Twice as long is beyond the range of the duration's components.
        let longest = Duration.seconds(Int64.max) * factor
        let dispatch = SerialDispatchQueueScheduler(internalSerialQueueName: "endless")
        let interval = RxTimeInterval.seconds(.max)
        func record(_ name: String, _ stream: Observable<some Any>) -> any Disposable {
            stream.subscribe { event in log("\(name): \(event)") }
        }
        let subscriptions = [
            record("timer", Observable<Int>.timer(longest, clock: clock)),
            record("timer", Observable<Int>.timer(longest, period: .seconds(1), clock: clock)),
            record("interval", Observable<Int>.interval(longest, clock: clock)),
            record("interval", Observable<Int>.interval(longest, clock: SuspendingClock())),
            record("delay", source.delay(longest, clock: clock)),
            record("delaySubscription", source.delaySubscription(longest, clock: clock)),
            record("debounce", source.debounce(longest, clock: clock)),
            record("throttle", source.throttle(longest, clock: clock).skip(1)),
            record("timeout", Observable<Int>.never().timeout(longest, clock: clock)),
            record("timeout", Observable<Int>.never().timeout(longest, other: source, clock: clock)),
            record("buffer", source.buffer(timeSpan: longest, count: 9, clock: clock)),
            record("collect", source.collect(every: longest, clock: clock)),
            record("window", source.window(timeSpan: longest, count: 9, clock: clock).skip(1)),
            record("take", Observable<Int>.never().take(for: longest, clock: clock)),
            record("skip", source.skip(for: longest, clock: clock)),
            record("retry", failing.retry(backoff: .constant(longest), clock: clock)),
            record("Single.timer", Single<Int>.timer(longest, clock: clock).asObservable()),
            record("Single.delay", Single.just(1).delay(longest, clock: clock).asObservable()),
            record("timer", Observable<Int>.timer(interval, scheduler: dispatch)),
            record("interval", Observable<Int>.interval(interval, scheduler: dispatch)),
            record("delay", source.delay(interval, scheduler: dispatch)),
            record("buffer", source.buffer(timeSpan: interval, count: 9, scheduler: dispatch)),
            record("timer", Observable<Int>.timer(longest * -1, clock: clock).skip(1).filter { _ in false }),
        ]
        source.share(disconnectingAfter: longest, clock: clock).subscribe().dispose()
        // Some ticks of the clock: by then, the tasks before it have begun to wait.
        let last = Observable<Int>.interval(.milliseconds(1), clock: clock).subscribe(onNext: { _ in ticks.up() })
        #expect(await eventually { ticks.value > 10 && log.count > 0 })
        for subscription in subscriptions + [last] { subscription.dispose() }
        #expect(log.entries == ["timer: completed"])
    }

    @Test("The longest times never end, with a clock and on dispatch queues") func endless() async {
        await #expect(processExitsWith: .success) {
            await ClockedTests.waitEndlessly(1)
            await ClockedTests.waitEndlessly(2)
        }
    }

    @Test("timer emits once and completes") func timer() async {
        let log = Log<Event<Int>>()
        let subscription = Observable<Int>.timer(.seconds(2), clock: clock).subscribe { log($0) }
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .seconds(1))
        #expect(log.entries.isEmpty)
        clock.advance(by: .seconds(1))
        #expect(await eventually { log.entries == [.next(0), .completed] })
        subscription.dispose()
    }

    @Test("debounce waits on the clock") func debounce() async {
        let (subject, log) = (PublishSubject<Int>(), Log<Int>())
        let subscription = subject.debounce(.milliseconds(300), clock: clock).subscribe(onNext: { log($0) })
        subject.onNext(1)
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .milliseconds(200))
        subject.onNext(2)
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .milliseconds(299))
        #expect(log.entries.isEmpty)
        #expect(await eventually { clock.sleeping == 1 })
        clock.advance(by: .milliseconds(1))
        #expect(await eventually { log.entries == [2] })
        subscription.dispose()
    }

    /// Longer than a busy machine takes for a test.
    private static let long = Duration.seconds(86_400)

    @Test("Time operators accept a Duration without a clock") func continuous() async throws {
        let source = Observable.of(1, 2)
        let values = try await source.throttle(.milliseconds(1)).delay(.milliseconds(1)).timeout(Self.long)
            .delaySubscription(.milliseconds(1)).take(for: Self.long).collect(every: Self.long).toArray().value
        #expect(values == [[1, 2]] || values == [[1]])
        #expect(try await source.skip(for: Self.long).toArray().value == [])
        #expect(try await source.buffer(timeSpan: Self.long, count: 1).toArray().value == [[1], [2], []])
        #expect(try await source.window(timeSpan: Self.long, count: 1).merge().toArray().value == [1, 2])
        #expect(try await source.share(replay: 1, disconnectingAfter: .milliseconds(1)).toArray().value == [1, 2])
        #expect(try await Single.just(1).delay(.milliseconds(1)).timeout(Self.long).value == 1)
    }

    @Test("timeout on the clock fails, or switches to the other stream") func timeout() async {
        let log = Log<Event<Int>>()
        let failing = Observable<Int>.never().timeout(.seconds(1), clock: clock).subscribe { log($0) }
        let going = Observable<Int>.never().timeout(.seconds(1), other: Observable.just(5), clock: clock)
            .subscribe { log($0) }
        #expect(await eventually { clock.sleeping == 2 })
        clock.advance(by: .seconds(1))
        #expect(await eventually { log.count == 3 })
        #expect(log.entries.contains(.next(5)) && log.entries.contains(.error(RxError.timeout)))
        failing.dispose()
        going.dispose()
    }

    @Test("A delivery that ends its own work doesn't run in a canceled task") func notCancelled() async {
        let (source, log) = (Observable.of(1).concat(Observable<Int>.never()), Log<Bool>())
        let record: @Sendable (Observable<Bool>) -> any Disposable = { stream in
            stream.take(1).subscribe(onNext: { _ in log(Task.isCancelled) }, onCompleted: { log(Task.isCancelled) })
        }
        let subscriptions = [
            record(source.delay(.seconds(1), clock: clock).map { _ in true }),
            record(source.buffer(timeSpan: .seconds(1), count: 3, clock: clock).map { _ in true }),
            record(source.debounce(.seconds(1), clock: clock).map { _ in true }),
            record(Observable<Int>.timer(.seconds(1), clock: clock).map { _ in true }),
            record(Observable<Int>.interval(.seconds(1), clock: clock).map { _ in true }),
        ]
        #expect(await eventually { clock.sleeping == subscriptions.count })
        clock.advance(by: .seconds(1))
        #expect(await eventually { log.count == 2 * subscriptions.count })
        #expect(!log.entries.contains(true))
        for subscription in subscriptions { subscription.dispose() }
        #expect(await eventually { clock.sleeping == 0 })
    }
}
