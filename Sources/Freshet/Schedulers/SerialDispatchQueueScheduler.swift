public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Safe to share: nothing changes after init.
/// Runs work one after the other on a serial dispatch queue.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    /// RxSwift's name for the unit of the clock.
    public typealias TimeInterval = Double
    /// RxSwift's name for a point on the clock.
    public typealias Time = Date

    let work: DispatchWork

    /// The wall clock.
    public var now: Date { Date() }

    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        work = DispatchWork(queue: serialQueue, leeway: leeway)
    }

    /// Runs work on a new serial queue of that name.
    @preconcurrency
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: (@Sendable (DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(serialQueue: queue, leeway: leeway)
    }

    /// Runs work on a new serial queue that runs on `queue`, which may be concurrent.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
    }

    /// Runs work on a new serial queue on the global queue of that quality of service.
    public convenience init(
        qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(
            queue: .global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName, leeway: leeway)
    }

    /// Runs `action` behind what the queue has to do already, unless what is returned has been disposed by then.
    @preconcurrency
    public final func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleNow(state, action)
    }

    /// Runs `body` on the queue, and no less: for work that knows itself whether it is still wanted.
    func enqueue(_ body: @escaping @Sendable () -> Void) { work.queue.async(execute: body) }

    func scheduleNow<StateType>(
        _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
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

    /// Runs `action` on the queue after `startAfter`, then every `period`, until what is returned is disposed.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        work.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension SerialDispatchQueueScheduler: WallClockScheduler {}
