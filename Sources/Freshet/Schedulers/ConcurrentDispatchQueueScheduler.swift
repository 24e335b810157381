public import Dispatch
public import FreshetPlatform

// Sendable: immutable after init.
/// Runs work on a dispatch queue that may be concurrent.
///
/// Use it with `subscribe(on:)`.
/// - Ends: disposed work doesn't start; running work finishes.
/// - Runs on: any thread of the queue; periodic runs never overlap.
/// - Keeps: the queue.
public class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    /// RxSwift's name for the clock's interval type.
    public typealias TimeInterval = Double
    /// RxSwift's name for the clock's point in time.
    public typealias Time = Date

    private let work: DispatchWork

    /// The current date.
    public var now: Date { Date() }

    /// Creates a scheduler that runs work on `queue`.
    public init(queue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        work = DispatchWork(queue: queue, leeway: leeway)
    }

    /// Creates a scheduler on a new concurrent queue with the given quality of service.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        let queue = DispatchQueue(label: "freshet.concurrent", qos: qos, attributes: .concurrent)
        self.init(queue: queue, leeway: leeway)
    }

    /// Runs `action` on a thread of the queue. It doesn't run if the result is disposed first.
    @preconcurrency
    public final func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        work.schedule(state, action)
    }

    /// Runs `action` on the queue once `dueTime` has passed. It doesn't run if the result is disposed first.
    @preconcurrency
    public final func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        work.scheduleRelative(state, after: dueTime, action)
    }

    /// Runs `action` on the queue after `startAfter`, then every `period`, until the result is disposed.
    ///
    /// Runs never overlap.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        work.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension ConcurrentDispatchQueueScheduler: WallClockScheduler {}
