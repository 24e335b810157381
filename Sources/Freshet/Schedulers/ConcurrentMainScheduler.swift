#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Runs work on the main thread, at once when it is scheduled there; good for `subscribe(on:)`, while ``MainScheduler`` is for `observe(on:)`.
///
/// Unlike that one it does not let work wait for what has been scheduled before it.
public final class ConcurrentMainScheduler: SchedulerType {
    /// RxSwift's name for the unit of the clock.
    public typealias TimeInterval = Double
    /// RxSwift's name for a point on the clock.
    public typealias Time = Date

    /// The one instance; it has no state.
    public static let instance = ConcurrentMainScheduler()

    private let main = MainScheduler.asyncInstance

    private init() {}

    /// The wall clock.
    public var now: Date { Date() }

    /// Runs `action` on the main thread, before it returns if that is this one.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        MainScheduler.isMainThread ? action(state) : main.schedule(state, action: action)
    }

    /// Runs `action` on the main dispatch queue when `dueTime` has passed.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        main.scheduleRelative(state, dueTime: dueTime, action: action)
    }

    /// Runs `action` on the main dispatch queue after `startAfter`, then every `period`.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        main.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
    }
}

extension ConcurrentMainScheduler: WallClockScheduler {}
