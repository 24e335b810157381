public import Dispatch
public import FreshetPlatform
import Synchronization

// Sendable: state is guarded by `state`.
/// A scheduler whose clock advances only on request.
///
/// Advancing the clock runs the work that is due, in order of time. Work scheduled for the same time runs in the order
/// in which it was scheduled.
/// - Ends: disposed work doesn't start.
/// - Runs on: the thread that advances the clock.
/// - Keeps: scheduled work, without a bound.
open class VirtualTimeScheduler<Converter: VirtualTimeConverterType>: SchedulerType, @unchecked Sendable {
    /// A point in virtual time.
    public typealias VirtualTime = Converter.VirtualTimeUnit
    /// An interval of virtual time.
    public typealias VirtualTimeInterval = Converter.VirtualTimeIntervalUnit

    private struct Work: Sendable {
        let time: VirtualTime
        let id: Int
        let action: @Sendable () -> Void
        let task: SingleAssignmentDisposable
    }

    private struct State {
        var clock: VirtualTime
        /// In order of time, then in scheduling order.
        var work: [Work] = []
        var nextID = 0
        /// The number of changes to `work`.
        var changes = 0
        var isRunning = false
    }

    private let converter: Converter
    private let state: Mutex<State>

    /// Creates a scheduler whose clock starts at `initialClock`.
    public init(initialClock: VirtualTime, converter: Converter) {
        self.converter = converter
        state = Mutex(State(clock: initialClock))
    }

    /// The clock's time as a date.
    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    /// The clock's virtual time.
    public var clock: VirtualTime { state.withLock { $0.clock } }

    /// Schedules `action` for the current virtual time. It doesn't run if the result is disposed first.
    ///
    /// It runs on the thread that advances the clock.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    /// Schedules `action` for `dueTime` from now; `.never` schedules nothing.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if case .never = dueTime { return Disposables.create() }
        let time = converter.convertToVirtualTime(now.addingTimeInterval(dueTime.clamped.seconds))
        return scheduleAbsoluteVirtual(state, time: adjustScheduledTime(time), action: action)
    }

    /// Schedules `action` for `dueTime` from now, in virtual units.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first.
    @preconcurrency
    public func scheduleRelativeVirtual<StateType>(
        _ state: StateType, dueTime: VirtualTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules `action` for a point in virtual time.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first. If `time` has
    /// passed, it runs next; the clock never goes back.
    @preconcurrency
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let handover = Handover(state)
        insert(time, task) { if !task.isDisposed { task.setDisposable(action(handover.value)) } }
        return task
    }

    /// Inserts work in order of time.
    ///
    /// The converter is foreign code, so it runs outside the lock, on a copy. If `work` has changed by then, the
    /// insertion starts over.
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

    /// The index for work at `time`: after all work that is due no later.
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

    /// Adjusts the time at which a stream schedules work.
    ///
    /// The default implementation returns `time`. It is called by ``schedule(_:action:)`` and
    /// ``scheduleRelative(_:dueTime:action:)``; work scheduled in virtual time isn't adjusted.
    open func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time }

    /// Runs scheduled work and advances the clock until no work remains.
    ///
    /// This includes work that is scheduled while it runs. ``stop()`` makes it return early.
    public func start() {
        run { _ in true }
    }

    /// Runs all work due up to and including `virtualTime`, then sets the clock to it.
    /// - Precondition: `virtualTime` is not before ``clock``.
    public func advanceTo(_ virtualTime: VirtualTime) {
        precondition(
            converter.compareVirtualTime(virtualTime, clock) != .lessThan, "`virtualTime` must not be before the clock."
        )
        run { self.converter.compareVirtualTime($0, virtualTime) != .greaterThan }
        state.withLock { $0.clock = virtualTime }
    }

    /// Advances the clock without running work. Work that comes due in that interval runs late.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        let time = converter.offsetVirtualTime(clock, offset: virtualInterval)
        state.withLock { $0.clock = time }
    }

    /// Makes ``start()`` return after the current piece of work.
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
            guard let candidate = state.withLock({ $0.isRunning ? $0.work.first : nil }) else { return nil }
            // Disposed work doesn't move the clock.
            if candidate.task.isDisposed {
                _ = remove(candidate, movesClock: false)
                continue
            }
            guard isDue(candidate.time) else { return nil }
            let movesClock = converter.compareVirtualTime(candidate.time, clock) == .greaterThan
            if remove(candidate, movesClock: movesClock), !candidate.task.isDisposed { return candidate }
        }
    }

    /// Removes `work`, and advances the clock to its time if `movesClock`. Returns false if other work is now first.
    private func remove(_ work: Work, movesClock: Bool) -> Bool {
        state.withLock { state in
            guard state.work.first?.id == work.id else { return false }
            state.work.removeFirst()
            state.changes += 1
            if movesClock { state.clock = work.time }
            return true
        }
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// The clock and the number of scheduled pieces of work.
    public var debugDescription: String {
        let (clock, count) = state.withLock { ($0.clock, $0.work.count) }
        return "VirtualTimeScheduler(clock: \(clock), scheduled: \(count))"
    }
}
