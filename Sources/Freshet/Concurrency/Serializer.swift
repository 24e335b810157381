import FreshetPlatform

// Sendable: `state` is atomic; `queue` is a mutex.
/// Lets one thread deliver at a time, and holds no lock during delivery.
///
/// 1. If no thread is delivering, the entering thread delivers at once, on its own stack.
/// 2. Any other thread queues its work and returns; the delivering thread runs that work before it leaves.
/// 3. The delivering thread may enter again. It first runs the queued work, then its own work, nested. If queued work
///    itself enters again while more is queued, its work is queued too: the stack doesn't grow with the queue.
///    It also first runs what is queued at subjects that it is delivering; see ``WaitingSubjects``.
/// 4. Therefore, if one submission returns before another begins, on any threads, its work runs first.
/// 5. The delivering thread dequeues one item of work at a time, so re-entrant delivery preserves the order.
/// 6. No submitted work is lost. The work itself checks whether it is still needed; see ``SerializedStage``.
/// 7. Foreign code runs and is released outside the queue's lock.
/// 8. An uncontended entry and exit cost two atomic operations and allocate nothing.
struct Serializer: ~Copyable, Sendable {
    typealias Work = @Sendable () -> Void

    /// How many times a thread checks for the end of a delivery before it queues its work: about 1 µs in total.
    ///
    /// Without these checks, a merge of two threads took four times as long.
    #if DEBUG
    // Tests must reach the queue.
    private static let checks = 1
    #else
    private static let checks = 64
    #endif
    /// The length of the pause before each check, as a number of reads of a variable that no thread writes.
    ///
    /// Without a pause, the checks take the cache line from the delivering thread: one merge in three took five times
    /// as long.
    private static let pause = 32
    private static let unwritten = Atomic<Int>(0)

    private let state = Atomic<UInt>(SerializerState.idle.rawValue)
    private let queue = Mutex(Queue<Work>())
    /// Whether the delivering thread is running queued work. Accessed only by that thread.
    private let isDraining = Atomic<Bool>(false)
    /// Receives the reports of misuse.
    let origin = Origin.ofStage()

    /// Starts delivery unless another thread is delivering. After `.entered`, the caller must call ``leave()``.
    @inline(__always)
    func enter() -> SerializerEntry {
        let me = currentThreadID()
        let (entered, found) = state.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        return entered ? .entered : enter(me, found: SerializerState(rawValue: found))
    }

    /// Whether this thread is delivering.
    ///
    /// If so, a caller that delivers no events can skip ``enter()``, which would run queued work first.
    var isDeliveringHere: Bool { deliveringThread == currentThreadID() }

    @inline(never)
    private func enter(_ me: UInt, found: SerializerState) -> SerializerEntry {
        let entry = found.entry(of: me)
        if entry == .reentered {
            WaitingSubjects.deliver(on: me)
            guard SerializerState(rawValue: state.load(ordering: .relaxed)).hasQueuedWork else { return .reentered }
            // The loop that runs the queued work, further up the stack, also runs this work.
            if isDraining.load(ordering: .relaxed) { return .busy }
            drain()
            return .reentered
        }
        return isFreedSoon(for: me) ? .entered : .busy
    }

    /// Enters if the delivering thread leaves during the checks. Returns whether this thread has entered.
    private func isFreedSoon(for me: UInt) -> Bool {
        for _ in 0..<Self.checks {
            for _ in 0..<Self.pause { _ = Self.unwritten.load(ordering: .relaxed) }
            if state.load(ordering: .relaxed) == 0,
                state.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
            {
                return true
            }
        }
        return false
    }

    /// The thread that is delivering, or 0.
    var deliveringThread: UInt { SerializerState(rawValue: state.load(ordering: .relaxed)).thread }

    /// Runs queued work if this thread is delivering, unless a loop further up the stack runs it.
    func drainHere() {
        let found = SerializerState(rawValue: state.load(ordering: .relaxed))
        if found.thread == currentThreadID(), found.hasQueuedWork, !isDraining.load(ordering: .relaxed) { drain() }
    }

    /// Runs all queued work, then stops delivering.
    @inline(__always)
    func leave() {
        let found = SerializerState(rawValue: state.load(ordering: .relaxed))
        if found.hasQueuedWork
            || !state.compareExchange(expected: found.rawValue, desired: 0, ordering: .releasing).exchanged
        {
            drainAndLeave()
        }
    }

    /// Queues work for the delivering thread; if that thread has just left, runs the work on this thread.
    func enqueue(_ work: @escaping Work) {
        let me = currentThreadID()
        let (count, hasTakenOver) = queue.withLock { queue in
            queue.append(work)
            return (queue.count, markQueued(by: me))
        }
        origin.checkBuffer(count)
        if hasTakenOver { drainAndLeave() }
    }

    /// Runs `work` at once unless another thread is delivering; else queues it.
    func perform(_ work: @escaping Work) {
        switch enter() {
        case .entered:
            work()
            leave()
        case .reentered:
            origin.beginNestedCall(true)
            work()
            origin.endNestedCall(true)
        case .busy: enqueue(work)
        }
    }

    /// Marks work as queued. Returns true if no thread was delivering: the caller is then the delivering thread.
    ///
    /// Called with the queue's lock held.
    private func markQueued(by me: UInt) -> Bool {
        var found = SerializerState(rawValue: state.load(ordering: .relaxed))
        while true {
            let (isMarked, current) = state.weakCompareExchange(
                expected: found.rawValue, desired: found.queueing(by: me).rawValue, ordering: .acquiringAndReleasing)
            if isMarked { return found.isIdle }
            found = SerializerState(rawValue: current)
        }
    }

    @inline(never)
    private func drainAndLeave() {
        let me = SerializerState(rawValue: state.load(ordering: .relaxed)).thread
        repeat {
            drain()
        } while !state.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    private func drain() {
        isDraining.store(true, ordering: .relaxed)
        while let work = takeQueued() { work() }
        isDraining.store(false, ordering: .relaxed)
    }

    /// Dequeues the oldest work. Called by the delivering thread.
    private func takeQueued() -> Work? {
        queue.withLock { queue in
            let work = queue.popFirst()
            if queue.isEmpty {
                // No other thread changes the state: it isn't idle, and marking queued work requires this lock.
                let found = SerializerState(rawValue: state.load(ordering: .relaxed))
                state.store(found.drained.rawValue, ordering: .relaxed)
            }
            return work
        }
    }
}

extension Serializer {
    /// A serializer that closures can share.
    final class Shared: Sendable {
        let serializer = Serializer()
    }
}
