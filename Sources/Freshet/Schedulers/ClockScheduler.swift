public import Dispatch
public import FreshetPlatform

/// Runs work in tasks that sleep on a clock.
///
/// The time operators that take a `Duration` and a `Clock` use it. Work that is due at different times runs in the
/// order of those times; work that is due at the same time runs in any order. On the clock of a virtual-time scheduler,
/// work runs on that scheduler instead.
/// - Ends: disposed work doesn't start; its task is canceled.
/// - Runs on: the global executor, in a task for each piece of work.
/// - Keeps: the clock.
public final class ClockScheduler<C: Clock>: SchedulerType where C.Duration == Duration {
    private let clock: C
    /// The scheduler of a ``SchedulerClock``.
    private let scheduler: (any SchedulerType)?
    private let start: C.Instant
    private let startDate = Date()

    /// Creates a scheduler that measures time with `clock`.
    public init(_ clock: C) {
        self.clock = clock
        scheduler = (clock as? any SchedulerClock)?.scheduler?.forStreams
        start = clock.now
    }

    /// The scheduler's creation date plus the time elapsed on its clock.
    public var now: RxTime { scheduler?.now ?? startDate.addingTimeInterval(start.duration(to: clock.now).seconds) }

    /// Runs `action` in a new task on the global executor. It doesn't run if the result is disposed first.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if let scheduler { return scheduler.schedule(state, action: action) }
        let (work, phase) = (SingleAssignmentDisposable(), TaskPhase())
        let state = UncheckedTransfer(state)
        let task = Task.detached {
            if phase.begin() { work.setDisposable(action(state.value)) }
        }
        return Disposables.create(work, Disposables.create { if phase.dispose() { task.cancel() } })
    }

    /// Runs `action` in a task once `dueTime` has passed on the clock. It doesn't run if the result is disposed first.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if let scheduler { return scheduler.scheduleRelative(state, dueTime: dueTime, action: action) }
        guard let duration = Duration(dueTime) else { return Disposables.create() }
        let (work, phase) = (SingleAssignmentDisposable(), TaskPhase())
        let (state, clock, deadline) = (UncheckedTransfer(state), clock, clock.now.advanced(by: duration))
        let task = Task.detached {
            // An error means that the work has been disposed.
            do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
            if phase.begin() { work.setDisposable(action(state.value)) }
        }
        return Disposables.create(work, Disposables.create { if phase.dispose() { task.cancel() } })
    }

    /// Runs `action` in one task after `startAfter`, then every `period`, until the result is disposed.
    ///
    /// Runs don't drift. Runs that come due during a slow action or while the system sleeps are replaced by one.
    @preconcurrency
    public func schedulePeriodic<StateType>(
        _ state: sending StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping @Sendable (StateType) -> StateType
    ) -> any Disposable {
        if let scheduler {
            return scheduler.schedulePeriodic(state, startAfter: startAfter, period: period, action: action)
        }
        guard let first = Duration(startAfter) else { return Disposables.create() }
        let (initial, clock, period) = (UncheckedTransfer(state), clock, Duration(period))
        let begin = clock.now.advanced(by: first)
        let phase = TaskPhase()
        let task = Task.detached {
            var (state, deadline) = (initial.value, begin)
            repeat {
                // An error means that the work has been disposed.
                do { try await clock.sleep(until: deadline, tolerance: nil) } catch { return }
                guard phase.begin() else { return }
                state = action(state)
                guard let period else { return }
                deadline = Self.deadline(after: deadline, period: period, now: clock.now)
            } while phase.end()
        }
        return Disposables.create { if phase.dispose() { task.cancel() } }
    }

    /// The time of the next run: the last one that is due, or the next one that isn't due yet.
    private static func deadline(after previous: C.Instant, period: Duration, now: C.Instant) -> C.Instant {
        let next = previous.advanced(by: period)
        guard period > .zero, next < now else { return next }
        let missed = (next.duration(to: now) / period).rounded(.down)
        return next.advanced(by: period * Int(clamping: Int64(exactly: missed) ?? 0))
    }
}

/// A clock that shows the time of a scheduler.
package protocol SchedulerClock: Clock {
    /// The scheduler; nil once it is released.
    var scheduler: (any SchedulerType)? { get }
}

/// The phase of a task: sleeping, running its action, or disposed.
///
/// Disposal during the action doesn't cancel the task: the action, which often disposes its own work, calls foreign
/// code.
private final class TaskPhase: Sendable {
    private enum Phase {
        static let sleeping: UInt8 = 0
        static let running: UInt8 = 1
        static let disposed: UInt8 = 2
    }

    private let phase = Atomic<UInt8>(Phase.sleeping)

    /// Starts the action. Returns false if the work has been disposed.
    func begin() -> Bool { change(from: Phase.sleeping, to: Phase.running) }

    /// Ends the action. Returns false if the work has been disposed.
    func end() -> Bool { change(from: Phase.running, to: Phase.sleeping) }

    /// Disposes the work. Returns true if its task is to be canceled.
    func dispose() -> Bool { phase.exchange(Phase.disposed, ordering: .acquiringAndReleasing) == Phase.sleeping }

    private func change(from old: UInt8, to new: UInt8) -> Bool {
        phase.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

extension Duration {
    /// The longest time that schedulers wait for: half of what `components` can represent.
    ///
    /// The instant after a longer time may be one that a clock can't represent.
    private static let longestWait = Duration.seconds(Int64.max / 2)

    /// Creates the duration of `interval`: nil if it never ends, zero for a negative interval.
    init?(_ interval: RxTimeInterval) {
        let duration: Duration
        switch interval {
        case .seconds(let count): duration = .seconds(count)
        case .milliseconds(let count): duration = .milliseconds(count)
        case .microseconds(let count): duration = .microseconds(count)
        case .nanoseconds(let count): duration = .nanoseconds(count)
        case .never: return nil
        @unknown default: return nil
        }
        if duration > Self.longestWait { return nil }
        self = max(.zero, duration)
    }

    /// The duration in seconds. Not from `components`, which traps for durations that it can't represent.
    var seconds: Double { self / .seconds(1) }
}

extension RxTimeInterval {
    /// Creates the interval of `duration`, in whole seconds beyond the range of nanoseconds, 292 years.
    ///
    /// Beyond the range of seconds, it is `.never`, or zero if negative.
    init(_ duration: Duration) {
        // `components` would trap.
        if duration > .seconds(Int64.max) || duration < .seconds(Int64.min) {
            self = duration < .zero ? .nanoseconds(0) : .never
            return
        }
        let (seconds, attoseconds) = duration.components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        self =
            isTooLong || overflows ? .seconds(Int(clamping: seconds)) : RxTimeInterval(nanoseconds: sum)
    }
}
