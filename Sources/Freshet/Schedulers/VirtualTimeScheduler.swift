public import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Safe to share: the queue and the clock are in a Mutex, and no lock is held while work runs.
/// A scheduler whose clock moves only when it is told to: what is due runs on the thread that moves it, in the order of time.
///
/// Work that is scheduled for the same time runs in the order in which it was scheduled.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    /// A point in virtual time.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    /// A length of virtual time.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    private struct Work: Sendable {
        let time: VirtualTime
        let id: Int
        let action: @Sendable () -> Void
        let task: SingleAssignmentDisposable
    }

    private struct State {
        var clock: VirtualTime
        /// In the order of time; of equal times the earlier scheduled first.
        var work: [Work] = []
        var nextID = 0
        /// How often the list of work has changed.
        var changes = 0
        var isRunning = false
    }

    private let converter: Converter
    private let state: Mutex<State>

    /// A scheduler whose clock stands at `initialClock`.
    public init(initialClock: VirtualTime, converter: Converter) {
        self.converter = converter
        state = Mutex(State(clock: initialClock))
    }

    /// The real point in time that the clock stands for.
    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    /// Where the clock stands.
    public var clock: VirtualTime { state.withLock { $0.clock } }

    /// Schedules for the present time; it runs on the thread that moves the clock, unless what is returned has been disposed.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    /// Schedules for the time that is `dueTime` from now, on the thread that moves the clock; `.never` is not scheduled at all.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if case .never = dueTime { return Disposables.create() }
        let time = converter.convertToVirtualTime(now.addingTimeInterval(dueTime.seconds))
        return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
    }

    /// Schedules for the time that is `dueTime` from now, in virtual units; it runs on the thread that moves the clock.
    @preconcurrency
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules for a point that may have passed, and then runs next; on the thread that moves the clock, which goes never back.
    @preconcurrency
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let handover = Handover(state)
        insert(time, task) { if !task.isDisposed { task.setDisposable(action(handover.value)) } }
        return task
    }

    /// Inserts work in the order of time. The converter is the caller's code, so it runs outside the lock, on a copy that must still hold afterwards.
    private func insert(
        _ time: VirtualTime, _ task: SingleAssignmentDisposable, _ action: @escaping @Sendable () -> Void
    ) {
        var isInserted = false
        while !isInserted {
            let (work, changes) = state.withLock { ($0.work, $0.changes) }
            let place = firstPlace(in: work, after: time)
            isInserted = state.withLock { state in
                guard state.changes == changes else { return false }
                state.work.insert(Work(time: time, id: state.nextID, action: action, task: task), at: place)
                state.nextID += 1
                state.changes += 1
                return true
            }
        }
    }

    /// Where work for `time` belongs: after all that is due no later.
    private func firstPlace(in work: [Work], after time: VirtualTime) -> Int {
        var (low, high) = (0, work.count)
        while low < high {
            let middle = (low + high) / 2
            if converter.compareVirtualTime(work[middle].time, time) == .greaterThan {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }

    /// The time at which work that a stream schedules (``schedule(_:action:)``, ``scheduleRelative(_:dueTime:action:)``) for `time` really runs;
    /// the same, unless a subclass decides otherwise. Work that is scheduled in virtual time is not adjusted.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

    /// Runs all that is scheduled, and what that schedules, moving the clock along, until nothing is left or ``stop()`` is called.
    public func start() {
        run { _ in true }
    }

    /// Runs all that is due up to `virtualTime`, which included, and leaves the clock there.
    /// - Precondition: `virtualTime` is not before the clock.
    public func advanceTo(_ virtualTime: VirtualTime) {
        precondition(
            converter.compareVirtualTime(virtualTime, clock) != .lessThan, "Virtual time does not run backwards.")
        run { self.converter.compareVirtualTime($0, virtualTime) != .greaterThan }
        state.withLock { $0.clock = virtualTime }
    }

    /// Moves the clock on without running anything; what was due meanwhile runs late.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
        state.withLock { $0.clock = time }
    }

    /// Makes ``start()`` return after the work that is running.
    public func stop() {
        state.withLock { $0.isRunning = false }
    }

    private func run(_ isDue: (VirtualTime) -> Bool) {
        let isFirst = state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isFirst else { return }
        while let work = next(isDue) { work.action() }
        stop()
    }

    private func next(_ isDue: (VirtualTime) -> Bool) -> Work? {
        while true {
            let candidate = state.withLock { $0.isRunning ? $0.work.first : nil }
            guard let candidate, isDue(candidate.time) else { return nil }
            let movesClock = converter.compareVirtualTime(candidate.time, clock) == .greaterThan
            let taken = state.withLock { state in
                guard state.work.first?.id == candidate.id else { return false }
                state.work.removeFirst()
                state.changes += 1
                if movesClock { state.clock = candidate.time }
                return true
            }
            if taken, !candidate.task.isDisposed { return candidate }
        }
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// The clock and the number of scheduled actions.
    public var debugDescription: String {
        let (clock, count) = state.withLock { ($0.clock, $0.work.count) }
        return "VirtualTimeScheduler(clock: \(clock), scheduled: \(count))"
    }
}
