import Dispatch
import Foundation
import Freshet
import FreshetPlatform
import FreshetTest
import Testing

/// Runs the first piece of work before `scheduleRelative` returns, and queues later work.
private final class EagerScheduler: SchedulerType {
    private struct State {
        var isFirst = true
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var now: RxTime { RxTime(timeIntervalSinceReferenceDate: 0) }

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let (task, kept) = (SingleAssignmentDisposable(), Kept(state))
        let run: @Sendable () -> Void = { if !task.isDisposed { task.setDisposable(action(kept.value)) } }
        let isFirst = self.state.withLock { state in
            if !state.isFirst { state.waiting.append(run) }
            defer { state.isFirst = false }
            return state.isFirst
        }
        if isFirst { run() }
        return task
    }

    /// Runs the next queued work, if any.
    func runNext() {
        let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        next?()
    }
}

// Sendable: immutable after init; the test uses one thread.
private final class Kept<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

@Suite("The default schedulePeriodic") struct PeriodicTests {
    @Test("The default schedulePeriodic continues if the first run starts before scheduleRelative returns")
    func eager() {
        let (scheduler, log) = (EagerScheduler(), Log<Int>())
        let task = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { count in
            log(count)
            return count + 1
        }
        #expect(log.entries == [0])
        scheduler.runNext()
        scheduler.runNext()
        #expect(log.entries == [0, 1, 2])
        task.dispose()
        scheduler.runNext()
        #expect(log.entries == [0, 1, 2])
    }
}
