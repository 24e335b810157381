import Dispatch
import FreshetPlatform

/// The implementation that the schedulers on dispatch queues share.
struct DispatchWork: Sendable {
    let queue: DispatchQueue
    let leeway: DispatchTimeInterval

    func schedule<StateType>(
        _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let state = UncheckedTransfer(state)
        queue.async {
            if !task.isDisposed { task.setDisposable(action(state.value)) }
        }
        return task
    }

    func scheduleRelative<StateType>(
        _ state: StateType, after dueTime: RxTimeInterval, _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        // Without a timer, nothing retains an action that never runs.
        if dueTime.isEndless { return Disposables.create() }
        let task = SingleAssignmentDisposable()
        let state = UncheckedTransfer(state)
        let timer = makeTimer(after: dueTime, repeating: .never) { timer in
            // Canceled first, so that the timer releases its handler, which retains the action.
            timer.dispose()
            if !task.isDisposed { task.setDisposable(action(state.value)) }
        }
        return Disposables.create(task, timer)
    }

    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        _ action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        if startAfter.isEndless { return Disposables.create() }
        let state = Box(state)
        // Without the serializer, periodic runs could overlap on a concurrent queue.
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
        timer.schedule(deadline: .now() + dueTime.clamped, repeating: period.clamped, leeway: leeway.clamped)
        let disposable = TimerDisposable(timer)
        // Deliberate cycle, broken when the timer is canceled: the timer fires even if the result isn't retained.
        timer.setEventHandler {
            if !disposable.isDisposed { handler(disposable) }
        }
        timer.resume()
        return disposable
    }

    // Sendable: the value is used inside the serializer only.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }
}

// Sendable: a dispatch source can be canceled from any thread.
/// Cancels a timer, and retains it until then.
private final class TimerDisposable: Cancelable, @unchecked Sendable {
    private let timer: any DispatchSourceTimer

    init(_ timer: any DispatchSourceTimer) { self.timer = timer }

    var isDisposed: Bool { timer.isCancelled }

    func dispose() { timer.cancel() }
}
