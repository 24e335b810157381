import Dispatch
import Foundation
import Freshet
import FreshetTest
import Testing

/// A converter in seconds that calls a closure at each conversion.
private final class CallingConverter: VirtualTimeConverterType {
    let call = Box<@Sendable () -> Void>({})

    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        call.value()
        return RxTime(timeIntervalSinceReferenceDate: Double(virtualTime))
    }
    func convertToVirtualTime(_ time: RxTime) -> Int {
        call.value()
        return Int(time.timeIntervalSinceReferenceDate)
    }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval {
        call.value()
        return Double(virtualTimeInterval)
    }
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int {
        call.value()
        return Int(timeInterval)
    }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int {
        call.value()
        return time + offset
    }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        call.value()
        return lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

@Suite("VirtualTimeScheduler, TestScheduler") struct VirtualTimeSchedulerTests {
    @Test("VirtualTimeScheduler runs work in order of time, then in scheduling order") func order() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<String>())
        for (time, name) in [(5, "c"), (3, "a"), (5, "d"), (4, "b")] {
            scheduler.scheduleAt(time) { log("\(name)\(scheduler.clock)") }
        }
        scheduler.start()
        #expect(log.entries == ["a3", "b4", "c5", "d5"])
        #expect(scheduler.clock == 5)
    }

    @Test("advanceTo runs the work that is due and sets the clock") func advance() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        for time in [3, 7] { scheduler.scheduleAt(time) { log(time) } }
        scheduler.advanceTo(5)
        #expect(log.entries == [3])
        #expect(scheduler.clock == 5)
        scheduler.start()
        #expect(log.entries == [3, 7])
    }

    @Test("sleep only advances the virtual clock; work due in between runs late") func sleep() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        scheduler.scheduleAt(3) { log(scheduler.clock) }
        scheduler.sleep(10)
        #expect(log.entries.isEmpty)
        scheduler.start()
        #expect(log.entries == [10])
    }

    @Test("stop of a VirtualTimeScheduler makes start return") func stop() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        for time in 1...4 {
            scheduler.scheduleAt(time) {
                log(time)
                if time == 2 { scheduler.stop() }
            }
        }
        scheduler.start()
        #expect(log.entries == [1, 2])
        scheduler.start()
        #expect(log.entries == [1, 2, 3, 4])
    }

    @Test("VirtualTimeScheduler doesn't run disposed work") func disposal() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        scheduler.scheduleAbsoluteVirtual((), time: 3) {
            log(3); return Disposables.create()
        }.dispose()
        scheduler.start()
        #expect(log.entries.isEmpty)
    }

    @Test(
        "Work scheduled by a stream runs one tick later if the delay is simulated",
        arguments: [(true, 1), (false, 0)])
    func processingDelay(_ simulates: Bool, _ tick: Int) {
        let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: simulates)
        let log = Log<Int>()
        _ = scheduler.schedule(()) {
            log(scheduler.clock); return Disposables.create()
        }
        _ = scheduler.scheduleRelative((), dueTime: .seconds(0)) {
            log(scheduler.clock); return Disposables.create()
        }
        scheduler.start()
        #expect(log.entries == [tick, tick])
    }

    @Test("`.never` schedules nothing, and negative times count as zero") func extremes() {
        let (scheduler, log) = (TestScheduler(initialClock: 10), Log<Int>())
        _ = scheduler.scheduleRelative((), dueTime: .never) {
            log(-1); return Disposables.create()
        }
        _ = scheduler.scheduleRelative((), dueTime: .seconds(-4)) {
            log(scheduler.clock); return Disposables.create()
        }
        scheduler.start()
        #expect(log.entries == [11])
    }

    @Test("The resolution of a TestScheduler converts seconds to ticks") func resolution() {
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1, simulateProcessingDelay: false)
        let log = Log<Int>()
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(250)) {
            log(scheduler.clock); return Disposables.create()
        }
        _ = scheduler.scheduleRelativeVirtual((), dueTime: 7) {
            log(scheduler.clock); return Disposables.create()
        }
        scheduler.start()
        #expect(log.entries == [3, 7])
    }

    @Test("An interval that isn't a whole number of ticks is rounded at each step") func fractions() {
        let scheduler = TestScheduler(initialClock: 0)
        let ticks = scheduler.start(created: 0, subscribed: 0, disposed: 10) {
            Observable<Int>.interval(.milliseconds(1_500), scheduler: scheduler)
        }
        #expect(ticks.events == [.next(2, 0), .next(4, 1), .next(6, 2), .next(8, 3)])
        let late = TestScheduler(initialClock: 0)
        let later = late.start(created: 0, subscribed: 0, disposed: 8) {
            Observable<Int>.timer(.seconds(0), period: .seconds(2), scheduler: late)
        }
        #expect(later.events == [.next(1, 0), .next(3, 1), .next(5, 2), .next(7, 3)])
    }

    @Test("Disposal disposes the result of virtual work that has run") func result() {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        let work = scheduler.scheduleAbsoluteVirtual((), time: 1) { Disposables.create { log(scheduler.clock) } }
        scheduler.start()
        scheduler.sleep(4)
        work.dispose()
        #expect(log.entries == [5])
    }

    @Test("The virtual time converter may call the scheduler") func converterCalls() async {
        await #expect(processExitsWith: .success) {
            let (converter, log, calls) = (CallingConverter(), Log<Int>(), Count())
            let scheduler = VirtualTimeScheduler(initialClock: 0, converter: converter)
            let schedule: @Sendable (Int) -> Void = { time in
                _ = scheduler.scheduleAbsoluteVirtual((), time: time) { _ in
                    log(scheduler.clock)
                    return Disposables.create()
                }
            }
            converter.call.value = {
                _ = scheduler.clock
                if calls.up() == 1 { schedule(4) }
            }
            for time in [3, 1, 2] { schedule(time) }
            scheduler.advanceTo(5)
            #expect(log.entries == [1, 2, 3, 4])
            #expect(calls.value > 0)
            converter.call.value = {}
        }
    }

    @Test("Disposed work doesn't advance the virtual clock") func disposedLater() {
        let (scheduler, subject, log) = (TestScheduler(initialClock: 0), PublishSubject<Int>(), Log<Int>())
        let subscription = subject.timeout(.seconds(3_600), scheduler: scheduler).take(1).subscribe(onNext: { log($0) })
        scheduler.scheduleAt(5) { subject.onNext(1) }
        scheduler.start()
        #expect(log.entries == [1])
        #expect(scheduler.clock == 5)
        subscription.dispose()
    }

    @Test("Work with a negative due time runs after the work already scheduled for now") func negative() {
        let (scheduler, log) = (HistoricalScheduler(), Log<Int>())
        for (number, dueTime) in [RxTimeInterval.seconds(0), .seconds(-1)].enumerated() {
            _ = scheduler.scheduleRelative((), dueTime: dueTime) {
                log(number); return Disposables.create()
            }
        }
        scheduler.start()
        #expect(log.entries == [0, 1])
    }

    @Test("Times beyond the last tick count as the last tick", arguments: [1, 0.001, 1e-9])
    func lastTick(_ resolution: Double) {
        let scheduler = TestScheduler(initialClock: 5, resolution: resolution)
        let (log, never) = (Log<Int>(), Observable<Int>.never())
        let timeout = never.timeout(.seconds(.max), scheduler: scheduler).subscribe()
        _ = scheduler.scheduleRelativeVirtual((), dueTime: .max) {
            log(scheduler.clock); return Disposables.create()
        }
        scheduler.advanceTo(.max)
        _ = scheduler.schedule(()) {
            log(scheduler.clock); return Disposables.create()
        }
        scheduler.start()
        #expect(log.entries == [.max, .max])
        timeout.dispose()
    }

    @Test("The virtual clock never goes back", arguments: ["sleep", "advance", "negative sleep"])
    func forward(_ how: String) {
        let (scheduler, log) = (TestScheduler(initialClock: 0), Log<Int>())
        for time in [10, 20, 50, 200] { scheduler.scheduleAt(time) { log(scheduler.clock) } }
        scheduler.scheduleAt(10) {
            switch how {
            case "sleep": scheduler.sleep(100)
            case "advance": scheduler.advanceTo(110)
            default: scheduler.sleep(-40)
            }
        }
        scheduler.advanceTo(30)
        #expect(scheduler.clock == (how == "negative sleep" ? 30 : 110))
        #expect(log.entries == (how == "negative sleep" ? [10, 20] : [10, 110, 110]))
        scheduler.start()
        #expect(scheduler.clock == 200)
    }

    @Test("The cost of a piece of virtual work grows with the logarithm of their number") func complexity() {
        func comparisons(_ count: Int) -> Int {
            let (converter, calls, ran) = (CallingConverter(), Count(), Count())
            converter.call.value = { calls.up() }
            let scheduler = VirtualTimeScheduler(initialClock: 0, converter: converter)
            for number in 0..<count {
                _ = scheduler.scheduleAbsoluteVirtual((), time: number * 7_919 % count) { _ in
                    ran.up()
                    return Disposables.create()
                }
            }
            scheduler.start()
            #expect(ran.value == count)
            return calls.value
        }
        #expect(comparisons(4_000) < 6 * comparisons(1_000))
    }

    @Test("Disposal releases virtual work immediately") func release() {
        let (scheduler, living) = (TestScheduler(initialClock: 0), Count())
        var item: Item? = Item(1, living)
        let work = scheduler.scheduleAbsoluteVirtual((), time: 5) { [item] _ in
            withExtendedLifetime(item) { Disposables.create() }
        }
        item = nil
        #expect(living.value == 1)
        work.dispose()
        #expect(living.value == 0)
    }
}
