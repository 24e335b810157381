public import Dispatch
public import FreshetPlatform

/// An interval of time. Negative intervals count as zero.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time.
public typealias RxTime = Date

/// A type that runs work as soon as possible or later.
@preconcurrency
public protocol SchedulerType: ImmediateSchedulerType {
    /// The current time of the scheduler's clock.
    var now: RxTime { get }

    /// Runs `action` with `state` once `dueTime` has passed. It doesn't run if the result is disposed first.
    @preconcurrency
    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable

    /// Runs `action` after `startAfter`, then every `period`, until the result is disposed.
    ///
    /// The first run receives `state`; each later run receives the result of the previous one.
    @preconcurrency
    func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    /// Runs `action` after `startAfter`, then every `period`, until the result is disposed.
    ///
    /// The default implementation schedules each run when the previous one is due. Runs that come due during a
    /// slow action follow immediately after it.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        let slot = SerialDisposable()
        forStreams.scheduleNext(after: startAfter, period: period, in: slot, PeriodicState(state), action)
        return slot
    }

    fileprivate func scheduleNext<StateType>(
        after dueTime: RxTimeInterval, period: RxTimeInterval, in slot: SerialDisposable,
        _ state: PeriodicState<StateType>, _ action: @escaping @Sendable (StateType) -> StateType
    ) {
        // Stored before it is scheduled: the scheduler may run it, and schedule the next run, before it returns.
        let run = SingleAssignmentDisposable()
        slot.disposable = run
        run.setDisposable(
            scheduleRelative(state, dueTime: dueTime) { state in
                if !slot.isDisposed {
                    // Scheduled first, so that a slow action doesn't shift the period.
                    scheduleNext(after: period, period: period, in: slot, state, action)
                    state.run(action)
                }
                return Disposables.create()
            })
    }
}

// Sendable: the value is used inside the serializer only.
/// Runs that come due during a slow run follow immediately after it.
private final class PeriodicState<Value>: @unchecked Sendable {
    private let serializer = Serializer()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func run(_ action: @escaping @Sendable (Value) -> Value) {
        serializer.perform { self.value = action(self.value) }
    }
}
