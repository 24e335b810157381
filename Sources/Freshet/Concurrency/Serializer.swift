import Synchronization

// Sendable: the state is atomic; the queue is in a Mutex.
/// Lets one thread deliver at a time, without holding a lock while it does.
///
/// 1. A thread that finds no other delivering delivers at once, on its own stack.
/// 2. Another thread queues its work and returns; the delivering thread runs that work before it leaves.
/// 3. The delivering thread may enter again. It first runs what is queued, then its own work, nested.
/// 4. So if one submission has returned before another begins, on any threads, its work runs first.
/// 5. Queued work is taken one piece at a time, so that work queued meanwhile keeps its place.
/// 6. No submitted work is lost. Whether it is still wanted is for the work to say; see ``SerializedStage``.
/// 7. Foreign code runs and is released outside the lock of the queue.
/// 8. An uncontended entry and exit cost two atomic operations and allocate nothing.
struct Serializer: ~Copyable, Sendable {
    typealias Work = @Sendable () -> Void

    /// How often a thread checks whether the delivering thread has left, before it queues its work: for about 1 µs.
    /// Without these checks two threads took four times as long in a merge.
    #if DEBUG
    // Tests must reach the queue.
    private static let checks = 1
    #else
    private static let checks = 64
    #endif
    /// How long a thread pauses before each check, in reads of a variable that no thread writes.
    /// Checks without a pause take the cache line from the delivering thread: one merge in three took five times as long.
    private static let pause = 32
    private static let unwritten = Atomic<Int>(0)

    private let state = Atomic<UInt>(SerializerState.idle.rawValue)
    private let queue = Mutex(Queue<Work>())
    /// Where misuse is reported.
    let origin = Origin.ofStage()

    /// Begins to deliver if no other thread does. After `.entered` the caller must call ``leave()``.
    @inline(__always)
    func enter() -> SerializerEntry {
        let me = currentThreadID()
        let (entered, found) = state.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        return entered ? .entered : enter(me, found: SerializerState(rawValue: found))
    }

    /// Whether this thread delivers already; a caller that runs no events need not wait for those that are queued.
    var isDeliveringHere: Bool {
        SerializerState(rawValue: state.load(ordering: .relaxed)).thread == currentThreadID()
    }

    @inline(never)
    private func enter(_ me: UInt, found: SerializerState) -> SerializerEntry {
        let entry = found.entry(of: me)
        if entry == .reentered {
            if found.hasQueuedWork { drain() }
            return .reentered
        }
        return isFreedSoon(for: me) ? .entered : .busy
    }

    /// Whether the delivering thread has left within the checks, and this thread has entered.
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

    /// Stops delivering, after all queued work has run.
    @inline(__always)
    func leave() {
        let found = SerializerState(rawValue: state.load(ordering: .relaxed))
        if found.hasQueuedWork
            || !state.compareExchange(expected: found.rawValue, desired: 0, ordering: .releasing).exchanged
        {
            drainAndLeave()
        }
    }

    /// Queues work for the delivering thread; runs it here if that thread has just left.
    func enqueue(_ work: @escaping Work) {
        let me = currentThreadID()
        let (count, hasTakenOver) = queue.withLock { queue in
            queue.append(work)
            return (queue.count, markQueued(by: me))
        }
        origin.keeps(count)
        if hasTakenOver { drainAndLeave() }
    }

    /// Runs `work` now if no other thread delivers; else queues it.
    func perform(_ work: @escaping Work) {
        switch enter() {
        case .entered:
            work()
            leave()
        case .reentered:
            origin.descends(true)
            work()
            origin.ascends(true)
        case .busy: enqueue(work)
        }
    }

    /// Whether no thread was delivering, so that the caller delivers now. Called with the queue's lock held.
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
        while let work = takeQueued() { work() }
    }

    /// Takes the work that has waited longest. Called by the delivering thread.
    private func takeQueued() -> Work? {
        queue.withLock { queue in
            let work = queue.popFirst()
            if queue.isEmpty {
                // No other thread changes the state now: it is not idle, and queued work is marked with this lock held.
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
