public import FreshetPlatform

/// Runs work on the main thread; synchronously if scheduled there.
///
/// Use it with `subscribe(on:)`, and ``MainScheduler`` with `observe(on:)`: work scheduled on the main thread doesn't
/// wait for work that was scheduled before it.
/// - Ends: disposed work doesn't start.
/// - Runs on: the main thread.
/// - Keeps: nothing.
public final class ConcurrentMainScheduler: SchedulerType {
    /// RxSwift's name for the clock's interval type.
    public typealias TimeInterval = Double
    /// RxSwift's name for the clock's point in time.
    public typealias Time = Date

    /// The shared scheduler. It has no state.
    public static let instance = ConcurrentMainScheduler()

    private let main = MainScheduler.asyncInstance

    private init() {}

    /// The current date.
    public var now: Date { Date() }

    /// Runs `action` on the main thread; synchronously if called there.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        MainScheduler.isMainThread ? action(state) : main.schedule(state, action: action)
    }

    /// Runs `action` on the main dispatch queue once `dueTime` has passed.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        main.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Runs `action` on the main dispatch queue after `startAfter`, then every `period`.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        main.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}

extension ConcurrentMainScheduler: WallClockScheduler {}
