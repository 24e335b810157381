import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("MainScheduler") struct MainSchedulerTests {
    @Test("MainScheduler runs work synchronously on the main thread if no work waits") @MainActor func atOnce() {
        // A separate scheduler: another test's work may be waiting on the shared one.
        let (log, scheduler) = (Log<String>(), MainScheduler())
        _ = scheduler.schedule(()) {
            log("work"); return Disposables.create()
        }
        log("after")
        #expect(log.entries == ["work", "after"])
        MainScheduler.ensureRunningOnMainThread()
    }

    @Test("MainScheduler runs nested work after the current work") @MainActor func nested() async {
        let log = Log<String>()
        _ = MainScheduler.instance.schedule(()) {
            _ = MainScheduler.instance.schedule(()) {
                log("inner"); return Disposables.create()
            }
            log("outer")
            return Disposables.create()
        }
        #expect(await eventually { log.entries == ["outer", "inner"] })
    }

    @Test("MainScheduler.asyncInstance always dispatches to the queue") @MainActor func asynchronous() async {
        let log = Log<String>()
        _ = MainScheduler.asyncInstance.schedule(()) {
            log("work"); return Disposables.create()
        }
        log("after")
        #expect(await eventually { log.entries == ["after", "work"] })
    }

    @Test("MainScheduler delivers another thread's events on the main thread, in order") @MainActor func hops() async {
        let (observer, place) = (Exclusive<Int>(), Log<Bool>())
        let subscription = Observable.range(
            start: 0, count: 100, scheduler: ConcurrentDispatchQueueScheduler(qos: .default)
        )
        .observe(on: MainScheduler.instance).do(onNext: { _ in place(isOnMain()) }).subscribe(observer)
        #expect(await eventually { observer.ends == 1 })
        #expect(observer.elements == Array(0..<100))
        #expect(place.entries.allSatisfy { $0 })
        subscription.dispose()
    }

    @Test("MainScheduler doesn't run work disposed before its turn") @MainActor func disposal() async {
        let log = Log<String>()
        MainScheduler.asyncInstance.schedule(()) {
            log("disposed"); return Disposables.create()
        }.dispose()
        _ = MainScheduler.asyncInstance.schedule(()) {
            log("ran"); return Disposables.create()
        }
        #expect(await eventually { log.entries == ["ran"] })
    }

    private nonisolated func isOnMain() -> Bool {
        // Stops the program if it fails.
        MainActor.assumeIsolated { true }
    }
}
