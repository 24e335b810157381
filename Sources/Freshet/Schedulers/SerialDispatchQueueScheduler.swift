public import Dispatch
public import FreshetPlatform

// Sendable: immutable after init.
/// Runs work on a serial dispatch queue, one piece at a time.
/// - Ends: disposed work doesn't start; running work finishes.
/// - Runs on: the queue.
/// - Keeps: the queue.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    /// RxSwift's name for the clock's interval type.
    public typealias TimeInterval = Double
    /// RxSwift's name for the clock's point in time.
    public typealias Time = Date

    let work: DispatchWork

    /// The current date.
    public var now: Date { Date() }

    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0)) {
        work = DispatchWork(queue: serialQueue, leeway: leeway)
    }

    /// Creates a scheduler that runs work on a new serial queue with the given name.
    @preconcurrency
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: (@Sendable (DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(serialQueue: queue, leeway: leeway)
    }

    /// Creates a scheduler that runs work on a new serial queue that targets `queue`.
    ///
    /// `queue` may be concurrent.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String, leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway)
    }

    /// Creates a scheduler on a new serial queue that targets a global queue.
    public convenience init(
        qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = .nanoseconds(0)
    ) {
        self.init(
            queue: .global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName, leeway: leeway)
    }

    /// Runs `action` after the queue's earlier work. It doesn't run if the result is disposed first.
    @preconcurrency
    public final func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleNow(state, action)
    }

    /// Runs `body` on the queue. It can't be canceled.
    func enqueue(_ body: @escaping @Sendable () -> Void) { work.queue.async(execute: body) }

    func scheduleNow<StateType>(
        _ state: StateType, _ action: @escaping @Sendable (StateType) -> any Disposable
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
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        work.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension SerialDispatchQueueScheduler: WallClockScheduler {}
