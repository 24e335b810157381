public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A length of time; negative ones count as zero.
public typealias RxTimeInterval = DispatchTimeInterval

/// A point in time.
public typealias RxTime = Date

/// Something that runs work, now or later.
@preconcurrency
public protocol SchedulerType: ImmediateSchedulerType {
    /// The scheduler's own clock.
    var now: RxTime { get }

    /// Runs `action` with `state` when `dueTime` has passed, unless what is returned has been disposed by then.
    @preconcurrency
    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable

    /// Runs `action` with `state` after `startAfter`, then every `period` with what it returned, until what is returned is disposed.
    @preconcurrency
    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable
}

extension SchedulerType {
    /// Schedules each run when the one before is due. Until what is returned is disposed.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        let slot = SerialDisposable()
        scheduleNext(after: startAfter, period: period, in: slot, PeriodicState(state), action)
        return slot
    }

    private func scheduleNext<StateType>(
        after dueTime: RxTimeInterval, period: RxTimeInterval, in slot: SerialDisposable,
        _ state: PeriodicState<StateType>, _ action: @escaping @Sendable (StateType) -> StateType
    ) {
        // In its place before it is scheduled: the scheduler may run it, and thereby schedule the next, before it returns.
        let run = SingleAssignmentDisposable()
        slot.disposable = run
        run.setDisposable(
            scheduleRelative(state, dueTime: dueTime) { state in
                if !slot.isDisposed {
                    // The next run is scheduled first, so that a slow action does not shift the period.
                    scheduleNext(after: period, period: period, in: slot, state, action)
                    state.run(action)
                }
                return Disposables.create()
            })
    }
}

// Safe to share: the value is touched inside the serializer only; runs that are due while a slow one is at work follow it.
private final class PeriodicState<Value>: @unchecked Sendable {
    private let serializer = Serializer()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func run(_ action: @escaping @Sendable (Value) -> Value) {
        serializer.perform { self.value = action(self.value) }
    }
}
