import Dispatch
import Foundation
import Freshet
import FreshetTest
import Testing

/// A scheduler with an adjustable wall clock, whose work runs on request.
private final class WallScheduler: SchedulerType {
    private struct Work: Sendable {
        let wait: TimeInterval
        let run: @Sendable () -> Void
    }

    let wall = Box(Date(timeIntervalSince1970: 1_000_000))
    private let work = Log<Work>()

    var now: RxTime { wall.value }
    /// The delay of each scheduled piece of work, in seconds.
    var waits: [TimeInterval] { work.entries.map(\.wait) }

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let (task, handover) = (SingleAssignmentDisposable(), UncheckedBox(state))
        work(Work(wait: dueTime.inSeconds) { if !task.isDisposed { task.setDisposable(action(handover.value)) } })
        return task
    }

    func runAll() {
        for work in work.entries { work.run() }
    }
}

// Sendable: immutable after init; the test uses one thread.
private final class UncheckedBox<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

extension DispatchTimeInterval {
    fileprivate var inSeconds: TimeInterval {
        switch self {
        case .seconds(let count): Double(count)
        case .milliseconds(let count): Double(count) / 1_000
        case .microseconds(let count): Double(count) / 1_000_000
        case .nanoseconds(let count): Double(count) / 1_000_000_000
        default: .infinity
        }
    }
}

@Suite("throttle") struct ThrottleTests {
    @Test(
        "throttle delivers the first element immediately, then at most the newest per interval",
        arguments: [
            ("abc-----d|", "a---c---d|"), ("abc|", "a---(c|)"), ("a---b|", "a---b|"), ("a-x", "a-x"), ("ab-x", "a--x"),
            ("|", "|"), ("-", ""),
        ])
    func latest(_ source: String, _ result: String) {
        #expect(
            Trial.hot(Marbles(source)) { source, s in source.throttle(.seconds(4), scheduler: s) }.result
                == Marbles(result))
    }

    @Test(
        "throttle(latest: false) drops elements within the interval",
        arguments: [("abc-----d|", "a-------d|"), ("abc|", "a--|"), ("a---b|", "a---b|")])
    func first(_ source: String, _ result: String) {
        #expect(
            Trial.hot(Marbles(source)) { source, s in source.throttle(.seconds(4), latest: false, scheduler: s) }.result
                == Marbles(result))
    }

    @Test("Completion of throttle waits for the held-back element, but disposes the source immediately")
    func completion() {
        let trial = Trial.hot("ab|") { source, s in source.throttle(.seconds(4), scheduler: s) }
        #expect(trial.result == "a---(b|)")
        #expect(trial.subscriptions == [Subscription(0, 2)])
    }

    @Test("Disposal of throttle drops the held-back element") func disposal() {
        #expect(
            Trial.hot("ab----", disposed: 3) { source, s in source.throttle(.seconds(4), scheduler: s) }.result == "a")
    }

    @Test("throttle holds back a re-entrant element") func reentrancy() {
        let scheduler = TestScheduler(initialClock: 0)
        let (subject, log) = (PublishSubject<Int>(), Log<[Int]>())
        let subscription = subject.throttle(.seconds(4), scheduler: scheduler).subscribe(onNext: { element in
            log([scheduler.clock, element])
            if element == 10 { subject.onNext(11) }
        })
        subject.onNext(1)
        subject.onNext(10)
        scheduler.start()
        #expect(log.entries == [[0, 1], [4, 10], [8, 11]])
        subscription.dispose()
    }

    @Test("throttle delivers one element if the interval is `.never`") func never() {
        #expect(Trial.hot("ab-c", disposed: 9) { source, s in source.throttle(.never, scheduler: s) }.result == "a")
    }

    @Test("throttle holds back the newest element if the deinit of a replaced one sends it") func replacedElementSends()
        async
    {
        await #expect(processExitsWith: .success) {
            let (subject, living, log) = (PublishSubject<Item>(), Count(), Log<[Int]>())
            let scheduler = TestScheduler(initialClock: 0)
            let subscription = subject.throttle(.seconds(4), scheduler: scheduler)
                .subscribe(onNext: { log([scheduler.clock, $0.number]) })
            subject.onNext(Item(0, living))
            subject.onNext(Item(1, living) { subject.onNext(Item(3, living)) })
            subject.onNext(Item(2, living))
            scheduler.start()
            #expect(log.entries == [[0, 0], [4, 3]])
            subscription.dispose()
        }
    }

    @Test("Setting the wall clock back doesn't prolong the interval of throttle")
    func clockSetBack() {
        let (scheduler, subject, log) = (WallScheduler(), PublishSubject<Int>(), Log<Int>())
        let subscription = subject.throttle(.seconds(4), scheduler: scheduler).subscribe(onNext: { log($0) })
        subject.onNext(1)
        scheduler.wall.value = scheduler.wall.value.addingTimeInterval(-3_600)
        subject.onNext(2)
        #expect(scheduler.waits.allSatisfy { $0 <= 4 }, "\(scheduler.waits)")
        scheduler.runAll()
        #expect(log.entries == [1, 2])
        subscription.dispose()
    }

    @Test(
        "throttle emits immediately at the end of the interval, at any resolution", arguments: [1, 0.1, 0.001, 0.000_1])
    func boundary(_ resolution: Double) {
        let (scheduler, subject) = (TestScheduler(initialClock: 0, resolution: resolution), PublishSubject<Int>())
        let log = Log<[Int]>()
        let interval = RxTimeInterval.microseconds(Int(2_000_000 * resolution))
        let subscription = subject.throttle(interval, scheduler: scheduler)
            .subscribe(onNext: { log([$0, scheduler.clock]) })
        let ticks = Array(stride(from: 10, to: 50, by: 2))
        for tick in ticks { scheduler.scheduleAt(tick) { subject.onNext(tick) } }
        scheduler.start()
        #expect(log.entries == ticks.map { [$0, $0] })
        subscription.dispose()
    }

    @Test("throttle delivers an element sent in reaction to the held-back one before the completion")
    func reentrantEnd() {
        let (scheduler, subject, log) = (TestScheduler(initialClock: 0), PublishSubject<String>(), Log<String>())
        let subscription = subject.throttle(.seconds(10), scheduler: scheduler).subscribe { event in
            log("\(event) at \(scheduler.clock)")
            if event == .next("b") {
                subject.onNext("c")
                subject.onCompleted()
            }
        }
        scheduler.scheduleAt(1) { subject.onNext("a") }
        scheduler.scheduleAt(3) { subject.onNext("b") }
        scheduler.start()
        #expect(log.entries == ["next(a) at 1", "next(b) at 11", "next(c) at 21", "completed at 21"])
        subscription.dispose()
    }

    @Test("throttle meets the operator contract", arguments: Ending.allCases) func contract(_ ending: Ending) {
        expectContract(ending) { source, context in
            source.do(onNext: { _ in context.token.touch() }).throttle(.seconds(4), scheduler: context.scheduler)
        }
    }
}
