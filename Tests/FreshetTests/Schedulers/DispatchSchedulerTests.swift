import Dispatch
import Foundation
import Freshet
import Testing

@Suite("Dispatch queue schedulers") struct DispatchSchedulerTests {
    static let schedulers: [any SchedulerType] = [
        SerialDispatchQueueScheduler(internalSerialQueueName: "serial"), SerialDispatchQueueScheduler(qos: .utility),
        SerialDispatchQueueScheduler(queue: .global(), internalSerialQueueName: "targeted"),
        ConcurrentDispatchQueueScheduler(qos: .default), ConcurrentDispatchQueueScheduler(queue: .global()),
    ]

    @Test("Dispatch queue schedulers run work immediately and after a delay", arguments: 0..<5)
    func runs(_ index: Int) {
        let (scheduler, now, later) = (Self.schedulers[index], Gate(), Gate())
        _ = scheduler.schedule(()) {
            now.open(); return Disposables.create()
        }
        // The work runs even if the returned disposable is released.
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(2)) {
            later.open(); return Disposables.create()
        }
        #expect(now.wait() && later.wait())
    }

    @Test("Dispatch queue schedulers don't run disposed work, and treat a negative delay as zero", arguments: 0..<5)
    func disposal(_ index: Int) {
        let (scheduler, done) = (Self.schedulers[index], Gate())
        var log = Log<String>()
        let clock = ContinuousClock()
        // A busy machine may come to the disposal only when the work has run: then it is tried again.
        while true {
            let (attempt, due) = (Log<String>(), clock.now + .milliseconds(200))
            scheduler.scheduleRelative((), dueTime: .milliseconds(200)) {
                attempt("disposed"); return Disposables.create()
            }.dispose()
            log = attempt
            if clock.now < due { break }
        }
        let entries = log
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(-5)) {
            entries("ran"); return Disposables.create()
        }
        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(300)) {
            done.open(); return Disposables.create()
        }
        #expect(done.wait() && eventually { !entries.entries.isEmpty })
        #expect(entries.entries == ["ran"])
    }

    @Test("Dispatch queue schedulers run periodic work until disposal, without overlapping runs", arguments: 0..<5)
    func periodic(_ index: Int) {
        let (scheduler, done, observer) = (Self.schedulers[index], Gate(), Exclusive<Int>())
        let task = scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .milliseconds(1)) { count in
            observer.on(.next(count))
            if count == 5 { done.open() }
            return count + 1
        }
        #expect(done.wait())
        task.dispose()
        #expect(observer.violations == 0)
        #expect(Array(observer.elements.prefix(6)) == [0, 1, 2, 3, 4, 5])
    }

    @Test(
        "Dispatch queue schedulers release the work's captures after it runs, or at disposal", arguments: [true, false])
    func release(_ disposes: Bool) {
        weak var token: Token?
        let ran = Gate()
        let task: any Disposable
        do {
            let kept = Token()
            token = kept
            task = Self.schedulers[0].scheduleRelative((), dueTime: disposes ? .seconds(1_000) : .milliseconds(1)) {
                kept.touch()
                ran.open()
                return Disposables.create()
            }
        }
        if disposes { task.dispose() } else { ran.wait() }
        #expect(eventually { token == nil })
        task.dispose()
    }

    @Test("A serial scheduler runs work in order") func order() {
        let (log, done) = (Log<Int>(), Gate())
        for number in 0..<100 {
            _ = Self.schedulers[0].schedule(number) {
                log($0); return Disposables.create()
            }
        }
        _ = Self.schedulers[0].schedule(()) {
            done.open(); return Disposables.create()
        }
        #expect(done.wait())
        #expect(log.entries == Array(0..<100))
    }

    @Test("now of a dispatch queue scheduler is the wall clock's time") func clock() {
        #expect(abs(Self.schedulers[0].now.timeIntervalSinceNow) < 5)
    }

    @Test("A negative leeway counts as zero") func leeway() async {
        await #expect(processExitsWith: .success) {
            let scheduler = SerialDispatchQueueScheduler(qos: .default, leeway: .nanoseconds(-1))
            let fired = Gate()
            let timer = scheduler.scheduleRelative((), dueTime: .milliseconds(1)) {
                fired.open(); return Disposables.create()
            }
            #expect(fired.wait())
            timer.dispose()
        }
    }
}
