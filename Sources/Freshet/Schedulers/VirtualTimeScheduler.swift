public import Dispatch
public import FreshetPlatform

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

    private typealias Work = VirtualWork<VirtualTime>

    private struct State {
        /// Work in order of time, then in scheduling order. Empty while a thread that runs work orders it.
        var ordered = VirtualWorkQueue<VirtualTime>()
        /// Work that isn't ordered yet.
        var arrived: [Work] = []
        var nextID = 0
        var isRunning = false
    }

    private let converter: Converter
    private let state = Mutex(State())
    /// The scheduler's clock.
    package final let virtualClock: VirtualClock<VirtualTime>

    /// Creates a scheduler whose clock starts at `initialClock`.
    public init(initialClock: VirtualTime, converter: Converter) {
        self.converter = converter
        virtualClock = VirtualClock(initialClock)
    }

    /// The clock's time as a date.
    public var now: RxTime { converter.convertFromVirtualTime(clock) }

    /// The clock's virtual time.
    public var clock: VirtualTime { virtualClock.time }

    /// Schedules `action` for the current virtual time. It doesn't run if the result is disposed first.
    ///
    /// It runs on the thread that advances the clock.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleRelative(state, dueTime: .nanoseconds(0), action: action)
    }

    /// Schedules `action` for `dueTime` from now; `.never` schedules nothing.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first. Work that
    /// schedules further work after the same interval runs at multiples of it: dates aren't rounded again at each step.
    @preconcurrency
    public func scheduleRelative<StateType>(
        _ state: sending StateType, dueTime: RxTimeInterval, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        if case .never = dueTime { return Disposables.create() }
        let (clock, date) = virtualClock.reading
        let due = (date ?? ExactDate(converter.convertFromVirtualTime(clock))).advanced(by: dueTime.clamped)
        let time = converter.convertToVirtualTime(due.date)
        let adjusted = adjustScheduledTime(time)
        // A time that was rounded to a tick, or adjusted, is itself the start of what follows.
        let isExact =
            converter.compareVirtualTime(time, adjusted) == .equal
            && due.isSame(as: converter.convertFromVirtualTime(time))
        return add(state, adjusted, isExact ? due : nil, action)
    }

    /// Schedules `action` for `dueTime` from now, in virtual units.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first.
    @preconcurrency
    public func scheduleRelativeVirtual<StateType>(
        _ state: sending StateType, dueTime: VirtualTimeInterval,
        action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleAbsoluteVirtual(state, time: converter.offsetVirtualTime(clock, offset: dueTime), action: action)
    }

    /// Schedules `action` for a point in virtual time.
    ///
    /// It runs on the thread that advances the clock. It doesn't run if the result is disposed first. If `time` has
    /// passed, it runs next; the clock never goes back.
    @preconcurrency
    public func scheduleAbsoluteVirtual<StateType>(
        _ state: sending StateType, time: VirtualTime, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        add(state, time, nil, action)
    }

    private func add<StateType>(
        _ state: StateType, _ time: VirtualTime, _ date: ExactDate?,
        _ action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let transfer = UncheckedTransfer(state)
        return self.state.withLock { state in
            let work = Work(time, date, id: state.nextID) { action(transfer.value) }
            state.nextID += 1
            // Ordered later, by the thread that runs work: the converter is foreign code.
            state.arrived.append(work)
            return work.disposal
        }
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
    ///
    /// The clock never goes back: if the work sets it to a later time, it stays there. Called by running work, this
    /// only advances the clock; the outer call runs the work that has come due.
    /// - Precondition: `virtualTime` is not before ``clock``.
    public func advanceTo(_ virtualTime: VirtualTime) {
        precondition(
            converter.compareVirtualTime(virtualTime, clock) != .lessThan, "`virtualTime` must not be before the clock."
        )
        run {
            self.converter.compareVirtualTime($0, virtualTime) != .greaterThan
                || self.converter.compareVirtualTime($0, self.clock) != .greaterThan
        }
        moveClock(to: virtualTime)
    }

    /// Advances the clock without running work. Work that comes due in that interval runs late.
    ///
    /// A negative interval has no effect.
    public func sleep(_ virtualInterval: VirtualTimeInterval) {
        moveClock(to: converter.offsetVirtualTime(clock, offset: virtualInterval))
    }

    /// Sets the clock to `time`, unless it is later.
    private func moveClock(to time: VirtualTime, date: ExactDate? = nil) {
        virtualClock.move(to: time, date: date, converter.compareVirtualTime)
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
        while let work = next(isDue) { work.run() }
        stop()
    }

    /// Removes and returns the first work if it is due, and advances the clock to its time.
    private func next(_ isDue: (VirtualTime) -> Bool) -> Work? {
        while var queue = takeQueue() {
            guard let work = queue.popFirst(precedes) else {
                if store(queue) { return nil }
                continue
            }
            // Disposed work doesn't move the clock.
            if work.isDisposed {
                _ = store(queue)
                continue
            }
            guard isDue(work.time) else {
                queue.append(work, precedes)
                if store(queue) { return nil }
                continue
            }
            guard store(queue, without: work) else { continue }
            moveClock(to: work.time, date: work.date)
            if !work.isDisposed { return work }
        }
        return nil
    }

    private func precedes(_ first: Work, _ second: Work) -> Bool {
        switch converter.compareVirtualTime(first.time, second.time) {
        case .lessThan: true
        case .equal: first.id < second.id
        case .greaterThan: false
        }
    }

    /// Takes all work, in order, to use it outside the lock. Returns nil after ``stop()``.
    private func takeQueue() -> VirtualWorkQueue<VirtualTime>? {
        let taken = state.withLock { state -> (VirtualWorkQueue<VirtualTime>, [Work])? in
            guard state.isRunning else { return nil }
            defer { (state.ordered, state.arrived) = (VirtualWorkQueue(), []) }
            return (state.ordered, state.arrived)
        }
        guard var queue = taken?.0 else { return nil }
        for work in taken?.1 ?? [] { queue.append(work, precedes) }
        return queue
    }

    /// Stores the remaining work. Returns false if other work has arrived meanwhile, which may precede `first`; then
    /// stores `first` too.
    private func store(_ queue: VirtualWorkQueue<VirtualTime>, without first: Work? = nil) -> Bool {
        var queue = queue
        return state.withLock { state in
            let isUnchanged = state.arrived.isEmpty && state.ordered.isEmpty
            if state.ordered.isEmpty { state.ordered = queue } else { state.arrived += queue.removeAll() }
            if !isUnchanged, let first { state.arrived.append(first) }
            return isUnchanged
        }
    }
}

extension VirtualTimeScheduler: CustomDebugStringConvertible {
    /// The clock and the number of scheduled pieces of work.
    public var debugDescription: String {
        let count = state.withLock { $0.ordered.count + $0.arrived.count }
        return "VirtualTimeScheduler(clock: \(clock), scheduled: \(count))"
    }
}
