public import Dispatch

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Safe to share: nothing changes after init, and a clock is Sendable.
/// Runs work in tasks that sleep on a clock: what makes each time operator take a `Duration` and any `Clock`.
///
/// Work runs on the global executor; what is due at different times runs in that order, what is due at the same time in any.
public final class ClockScheduler<C: Clock>: SchedulerType where C.Duration == Duration {
    private let clock: C
    private let start: C.Instant
    private let startDate = Date()

    /// A scheduler on `clock`.
    public init(_ clock: C) {
        self.clock = clock
        start = clock.now
    }

    /// The wall clock's time when the scheduler was made, and what has passed on its own clock since.
    public var now: RxTime { startDate.addingTimeInterval(start.duration(to: clock.now).seconds) }

    /// Runs `action` in a new task on the global executor, unless what is returned has been disposed by then.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let work = SingleAssignmentDisposable()
        let state = Handover(state)
        let task = Task.detached {
            if !work.isDisposed { work.setDisposable(action(state.value)) }
        }
        return Disposables.create(work, Disposables.create { task.cancel() })
    }

    /// Runs `action` in a task when `dueTime` has passed on the clock, unless what is returned has been disposed by then.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        guard let duration = Duration(dueTime) else { return Disposables.create() }
        let work = SingleAssignmentDisposable()
        let (state, clock, deadline) = (Handover(state), clock, clock.now.advanced(by: duration))
        let task = Task.detached {
            // A failure means that the work has been disposed.
            do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
            if !work.isDisposed { work.setDisposable(action(state.value)) }
        }
        return Disposables.create(work, Disposables.create { task.cancel() })
    }

    /// Runs `action` in one task after `startAfter`, then every `period`, without drift, until what is returned is disposed; a run that is late is followed by the next one at once.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        guard let first = Duration(startAfter) else { return Disposables.create() }
        let (initial, clock, period) = (Handover(state), clock, Duration(period))
        let begin = clock.now.advanced(by: first)
        let task = Task.detached {
            var (state, deadline) = (initial.value, begin)
            while !Task.isCancelled {
                // A failure means that the work has been disposed.
                do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
                if Task.isCancelled { return }
                state = action(state)
                guard let period else { return }
                deadline = deadline.advanced(by: period)
            }
        }
        return Disposables.create { task.cancel() }
    }
}

extension Duration {
    /// The same length; nil for `.never`; nothing at all where it is negative.
    init?(_ interval: RxTimeInterval) {
        if case .never = interval { return nil }
        self = .nanoseconds(interval.clamped.nanoseconds)
    }

    /// The length in seconds.
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

extension RxTimeInterval {
    /// The same length, to the nanosecond; `.never` for what does not fit.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (product, isTooLong) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = product.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
        self = isTooLong || overflows ? (seconds < 0 ? .nanoseconds(0) : .never) : .nanoseconds(sum)
    }
}
