import Dispatch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the schedulers on dispatch queues have in common.
struct DispatchWork: Sendable {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    func schedule<StateType>(
        _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let state = Handover(state)
        queue.async {
            if !task.isDisposed { task.setDisposable(action(state.value)) }
        }
        return task
    }

    func scheduleRelative<StateType>(
        _ state: StateType, after dueTime: RxTimeInterval, _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let state = Handover(state)
        let timer = makeTimer(after: dueTime, repeating: .never) { timer in
            // Before the action, so that the timer lets go of it whatever it does.
            timer.dispose()
            if !task.isDisposed { task.setDisposable(action(state.value)) }
        }
        return Disposables.create(task, timer)
    }

    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        _ action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        let state = Box(state)
        // The runs may overlap on a concurrent queue.
        let turn = Serializer.Shared()
        return makeTimer(after: startAfter, repeating: period) { _ in
            turn.serializer.perform { state.value = action(state.value) }
        }
    }

    private func makeTimer(
        after dueTime: RxTimeInterval, repeating period: RxTimeInterval,
        _ handler: @escaping @Sendable (TimerDisposable) -> Void
    ) -> any Disposable {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + dueTime.clamped, repeating: period.clamped, leeway: leeway)
        let disposable = TimerDisposable(timer)
        // Timer and handler keep each other until the timer is cancelled: it fires also when nobody keeps what is returned.
        timer.setEventHandler {
            if !disposable.isDisposed { handler(disposable) }
        }
        timer.resume()
        return disposable
    }

    // Only touched inside the serializer.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }
}

// Safe to share: a dispatch source may be cancelled from any thread.
/// Cancels a timer; keeps it alive until then.
private final class TimerDisposable: Cancelable, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(_ timer: any DispatchSourceTimer) { self.timer = timer }

    var isDisposed: Bool { timer.isCancelled }

    func dispose() { timer.cancel() }
}
