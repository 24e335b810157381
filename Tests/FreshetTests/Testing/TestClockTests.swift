import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("TestClock") struct TestClockTests {
    fileprivate static let onClock: [(String, @Sendable (Observable<String>, TestClock) -> Observable<String>)] = [
        ("debounce", { $0.debounce(.seconds(3), clock: $1) }),
        ("throttle", { $0.throttle(.seconds(3), clock: $1) }),
        ("delay", { $0.delay(.seconds(3), clock: $1) }),
        ("delaySubscription", { $0.delaySubscription(.seconds(3), clock: $1) }),
        ("timeout", { $0.timeout(.seconds(3), other: Observable.just("!"), clock: $1) }),
        ("buffer", { $0.buffer(timeSpan: .seconds(3), count: 2, clock: $1).map { "\($0.count)" } }),
        ("window", { $0.window(timeSpan: .seconds(3), count: 2, clock: $1).flatMap { $0 } }),
        ("take(for:)", { $0.take(for: .seconds(3), clock: $1) }),
        ("skip(for:)", { $0.skip(for: .seconds(3), clock: $1) }),
        ("interval", { $0.take(until: Observable<Int>.interval(.seconds(4), clock: $1)) }),
        ("retry", { $0.concat(Observable.error(Oops())).retry(2, backoff: .constant(.seconds(2)), clock: $1) }),
    ]

    fileprivate static let onScheduler: [@Sendable (Observable<String>, TestScheduler) -> Observable<String>] = [
        { $0.debounce(.seconds(3), scheduler: $1) },
        { $0.throttle(.seconds(3), scheduler: $1) },
        { $0.delay(.seconds(3), scheduler: $1) },
        { $0.delaySubscription(.seconds(3), scheduler: $1) },
        { $0.timeout(.seconds(3), other: Observable.just("!"), scheduler: $1) },
        { $0.buffer(timeSpan: .seconds(3), count: 2, scheduler: $1).map { "\($0.count)" } },
        { $0.window(timeSpan: .seconds(3), count: 2, scheduler: $1).flatMap { $0 } },
        { $0.take(for: .seconds(3), scheduler: $1) },
        { $0.skip(.seconds(3), scheduler: $1) },
        { $0.take(until: Observable<Int>.interval(.seconds(4), scheduler: $1)) },
        { $0.concat(Observable.error(Oops())).retry(2, backoff: .constant(.seconds(2)), scheduler: $1) },
    ]

    @Test("Time operators on the test clock run as on the scheduler", arguments: TestClockTests.onClock.indices)
    func timeOperators(_ index: Int) {
        let (name, operate) = Self.onClock[index]
        for drawing: Marbles in ["a-bc---d--e|", "--a--b----c---d-e-f|", "-a-b-x"] {
            let wanted = Trial.cold(drawing) { Self.onScheduler[index]($0, $1) }
            let result = Trial.cold(drawing) { operate($0, $1.testClock) }
            #expect(result.result == wanted.result, "\(name) of \(drawing)")
            #expect(result.subscriptions == wanted.subscriptions, "\(name) of \(drawing)")
        }
    }

    @Test("A task sleeps until the scheduler reaches the deadline") func sleep() async throws {
        let scheduler = TestScheduler(initialClock: 10)
        let clock = scheduler.testClock
        let (woken, task) = (Log<Int>(), Task { try await clock.sleep(for: .seconds(3)) })
        try await clock.waitForSleepers()
        _ = scheduler.scheduleAbsoluteVirtual((), time: 13) {
            woken(scheduler.clock)
            return Disposables.create()
        }
        scheduler.advanceTo(12)
        try await clock.waitForSleepers()
        #expect(woken.entries.isEmpty)
        scheduler.advanceTo(13)
        try await task.value
        #expect(woken.entries == [13])
    }

    @Test("A sleep whose deadline has passed returns immediately") func past() async throws {
        let scheduler = TestScheduler(initialClock: 10)
        try await scheduler.testClock.sleep(until: scheduler.testClock.now)
        try await scheduler.testClock.sleep(for: .seconds(-3))
    }

    @Test("Cancellation ends a sleep on the test clock immediately") func cancellation() async throws {
        let scheduler = TestScheduler(initialClock: 0)
        let clock = scheduler.testClock
        let task = Task { try await clock.sleep(for: .seconds(3)) }
        try await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) {
            try await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                try await clock.sleep(for: .seconds(3))
            }.value
        }
        #expect(scheduler.clock == 0)
    }

    @Test("The release of the scheduler ends a sleep") func release() async throws {
        var scheduler: TestScheduler? = TestScheduler(initialClock: 0)
        let clock = try #require(scheduler?.testClock)
        let task = Task { try await clock.sleep(for: .seconds(3)) }
        try await clock.waitForSleepers()
        scheduler = nil
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(3)) }
    }

    @Test("Deadlines are rounded up to ticks") func ticks() async throws {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let clock = scheduler.testClock
        #expect(clock.minimumResolution == .milliseconds(100))
        let tasks = [200, 201].map { number in Task { try await clock.sleep(for: .milliseconds(number)) } }
        try await clock.waitForSleepers(2)
        scheduler.advanceTo(2)
        try await tasks[0].value
        #expect(clock.now.offset == .milliseconds(200))
        try await clock.waitForSleepers()
        scheduler.advanceTo(3)
        try await tasks[1].value
    }

    @Test("Async work in a stream sleeps in virtual time") func asyncWork() async throws {
        let scheduler = TestScheduler(initialClock: 0)
        let clock = scheduler.testClock
        async let price = Single<Int> {
            try await clock.sleep(for: .seconds(60))
            return 42
        }.timeout(.seconds(90), clock: clock).value
        try await clock.waitForSleepers()
        scheduler.advanceTo(60)
        #expect(try await price == 42)
    }
}
