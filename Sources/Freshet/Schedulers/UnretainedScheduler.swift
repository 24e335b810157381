import FreshetPlatform

/// A scheduler that retains its work until its owner runs it.
protocol OwnedScheduler: SchedulerType, AnyObject {}

extension VirtualTimeScheduler: OwnedScheduler {}

extension ImmediateSchedulerType {
    /// The scheduler as a stream refers to it: an ``OwnedScheduler`` isn't retained.
    ///
    /// Its work retains stages, and these their streams. If those retained the scheduler, a subscription that nobody
    /// disposes would remain in a retain cycle after the owner has released the scheduler.
    var forStreams: any ImmediateSchedulerType {
        // The cast costs more than the creation of a stream on the current thread, the most common case.
        Self.self == CurrentThreadScheduler.self
            ? self : (self as? any OwnedScheduler).map { UnretainedScheduler(scheduler: $0) } ?? self
    }
}

extension SchedulerType {
    /// The scheduler as a stream refers to it: an ``OwnedScheduler`` isn't retained.
    var forStreams: any SchedulerType {
        (self as? any OwnedScheduler).map { UnretainedScheduler(scheduler: $0) } ?? self
    }
}

/// Runs no work after the release of the scheduler, because nothing is left that could run it.
private struct UnretainedScheduler: SchedulerType {
    weak let scheduler: (any OwnedScheduler)?

    var now: RxTime { scheduler?.now ?? RxTime(timeIntervalSinceReferenceDate: 0) }

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler?.schedule(state, action: action) ?? Disposables.create()
    }

    func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler?.scheduleRelative(state, dueTime: dueTime, action: action) ?? Disposables.create()
    }
}
