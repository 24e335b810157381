import Freshet
import FreshetTest
import Testing

@Suite("CurrentThreadScheduler") struct CurrentThreadSchedulerTests {
    @Test("CurrentThreadScheduler runs the first work immediately and nested work afterwards, in order") func turns() {
        let log = Log<String>()
        #expect(CurrentThreadScheduler.isScheduleRequired)
        _ = CurrentThreadScheduler.instance.schedule("a") { name in
            #expect(!CurrentThreadScheduler.isScheduleRequired)
            for next in ["b", "c"] {
                _ = CurrentThreadScheduler.instance.schedule(next) {
                    log($0); return Disposables.create()
                }
            }
            log(name)
            return Disposables.create()
        }
        #expect(log.entries == ["a", "b", "c"])
        #expect(CurrentThreadScheduler.isScheduleRequired)
    }

    @Test("CurrentThreadScheduler doesn't run work disposed before its turn") func disposal() {
        let log = Log<Int>()
        _ = CurrentThreadScheduler.instance.schedule(()) { _ in
            CurrentThreadScheduler.instance.schedule(1) {
                log($0); return Disposables.create()
            }.dispose()
            return Disposables.create()
        }
        #expect(log.entries.isEmpty)
    }

    @Test("CurrentThreadScheduler disposes an action's result with its work") func inner() {
        let disposals = Count()
        CurrentThreadScheduler.instance.schedule(()) { _ in Disposables.create { disposals.up() } }.dispose()
        #expect(disposals.value == 1)
    }

    @Test("100,000 recursive calls of CurrentThreadScheduler don't grow the stack") func recursion() {
        let count = Count()
        _ = CurrentThreadScheduler.instance.scheduleRecursive(1) { state, recurse in
            count.up()
            if state < 100_000 { recurse(state + 1) }
        }
        #expect(count.value == 100_000)
    }
}
