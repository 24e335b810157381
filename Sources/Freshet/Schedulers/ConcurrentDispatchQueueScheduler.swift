public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Safe to share: nothing changes after init.
/// Runs work on a dispatch queue that may be concurrent; good for `subscribe(on:)`.
public class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    /// RxSwift's name for the unit of the clock.
    public typealias TimeInterval = Double
    /// RxSwift's name for a point on the clock.
    public typealias Time = Date

    private let work: DispatchWork

    /// The wall clock.
    public var now: Date { Date() }

    /// Runs work on `queue`.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        work = DispatchWork(queue: queue, leeway: leeway)
    }

    /// Runs work on a new concurrent queue of that quality of service.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        let queue = DispatchQueue(label: "freshet.concurrent", qos: qos, attributes: .concurrent)
        self.init(queue: queue, leeway: leeway)
    }

    /// Runs `action` on any thread that the queue has free, unless what is returned has been disposed by then.
    @preconcurrency
    public final func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        work.schedule(state, action)
    }

    /// Runs `action` on the queue when `dueTime` has passed, unless what is returned has been disposed by then.
    @preconcurrency
    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        work.scheduleRelative(state, after: dueTime, action)
    }

    /// Runs `action` on the queue after `startAfter`, then every `period`, until what is returned is disposed; runs never overlap.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        work.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension ConcurrentDispatchQueueScheduler: WallClockScheduler {}
