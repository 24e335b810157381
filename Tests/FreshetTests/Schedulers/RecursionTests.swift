import Dispatch
import Freshet
import FreshetTest
import Testing

@Suite("scheduleRecursive, schedulePeriodic") struct RecursionTests {
    @Test("scheduleRecursive runs the action again for each recursive call") func recurses() {
        let scheduler = TestScheduler(initialClock: 0)
        let log = Log<[Int]>()
        _ = scheduler.scheduleRecursive(1) { state, recurse in
            log([scheduler.clock, state])
            if state < 3 { recurse(state + 1) }
        }
        scheduler.start()
        #expect(log.entries == [[1, 1], [2, 2], [3, 3]])
    }

    @Test("Two recursive calls schedule two runs, and both can be disposed") func branches() {
        let scheduler = TestScheduler(initialClock: 0)
        let log = Log<Int>()
        let task = scheduler.scheduleRecursive(1) { state, recurse in
            log(state)
            if state == 1 {
                recurse(2)
                recurse(3)
            }
        }
        scheduler.advanceTo(1)
        task.dispose()
        scheduler.start()
        #expect(log.entries == [1])
        _ = scheduler.scheduleRecursive(1) { state, recurse in
            log(state)
            if state == 1 { for next in 2...3 { recurse(next) } }
        }
        scheduler.start()
        #expect(log.entries == [1, 1, 2, 3])
    }

    @Test("Disposal stops scheduleRecursive, even from within the action") func disposal() {
        let scheduler = TestScheduler(initialClock: 0)
        let (log, task) = (Log<Int>(), SerialDisposable())
        task.disposable = scheduler.scheduleRecursive(1) { state, recurse in
            log(state)
            if state == 2 { task.dispose() }
            recurse(state + 1)
        }
        scheduler.start()
        #expect(log.entries == [1, 2])
    }

    @Test("scheduleRecursive supports a scheduler that runs actions synchronously") func synchronous() {
        let log = Log<Int>()
        _ = Synchronous().scheduleRecursive(1) { state, recurse in
            log(state)
            if state < 100 { recurse(state + 1) }
        }
        #expect(log.entries == Array(1...100))
    }

    @Test(
        "scheduleRecursive releases the action's captures after the last run, or at disposal", arguments: [true, false])
    func release(_ disposes: Bool) {
        let scheduler = TestScheduler(initialClock: 0)
        weak var token: Token?
        let task: any Disposable
        do {
            let kept = Token()
            token = kept
            task = scheduler.scheduleRecursive(1) { state, recurse in
                kept.touch()
                if state < 3 { recurse(state + 1) }
            }
        }
        if disposes { task.dispose() } else { scheduler.start() }
        scheduler.start()
        #expect(token == nil)
        task.dispose()
    }

    @Test("A scheduler can use the default schedulePeriodic") func periodic() {
        let scheduler = TestScheduler(initialClock: 0)
        let log = Log<[Int]>()
        let task = scheduler.schedulePeriodic(0, startAfter: .seconds(3), period: .seconds(2)) { count in
            log([scheduler.clock, count])
            return count + 1
        }
        scheduler.advanceTo(8)
        task.dispose()
        scheduler.start()
        #expect(log.entries == [[3, 0], [5, 1], [7, 2]])
    }

    private struct Synchronous: ImmediateSchedulerType {
        func schedule<StateType>(_ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable)
            -> any Disposable
        {
            action(state)
        }
    }

    @Test("A scheduler that runs work synchronously doesn't grow the stack") func synchronousDepth() {
        let count = 100_000
        let elements = Count()
        let subscription = Observable.from(Array(0..<count), scheduler: Synchronous()).observe(on: Synchronous())
            .subscribe(onNext: { _ in elements.up() })
        #expect(elements.value == count)
        subscription.dispose()
    }
}
