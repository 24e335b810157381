import FreshetPlatform

// Sendable: `state` is atomic; `queue` is a mutex.
/// Lets one thread deliver at a time, and holds no lock during delivery.
///
/// 1. If no thread is delivering, the entering thread delivers immediately, on its own stack.
/// 2. Any other thread queues its work and returns; the delivering thread runs that work before it leaves.
/// 3. After ``turn`` items of queued work, the delivering thread offers the rest to a thread that is submitting work
///    just then. If none takes over, it continues, and later offers it again: offers take a fixed part of the time.
/// 4. The delivering thread may enter again. It first runs the queued work, then its own work, nested. If more than
///    ``turn`` items are queued, or queued work itself enters again while more is queued, its work is queued too: the
///    stack doesn't grow with the queue.
///    It also first runs what is queued at subjects that it is delivering; see ``WaitingSubjects``.
/// 5. Therefore, if one submission returns before another begins, on any threads, its work runs first.
/// 6. The delivering thread dequeues one item of work at a time, so re-entrant delivery preserves the order.
/// 7. No submitted work is lost. The work itself checks whether it is still needed; see ``SerializedStage``.
/// 8. Foreign code runs and is released outside the queue's lock.
/// 9. An uncontended entry and exit cost two atomic operations and allocate nothing.
struct Serializer: ~Copyable, Sendable {
    typealias Work = @Sendable () -> Void

    /// The number of times a thread checks for the end of a delivery before it queues its work: about 1 µs.
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

    /// The number of queued items after which the delivering thread may offer the rest to another thread.
    static let turn = 32
    /// The part of a turn's duration that the delivering thread then waits for another thread to take over.
    ///
    /// It waits at least for ``shortestOffer``: longer than a thread checks before it queues its work. The wait yields,
    /// which takes milliseconds on a busy machine. It is therefore at most this part of the whole time: threads that
    /// subscribe don't take over, and would otherwise queue work faster than it is delivered.
    private static let waitingPart = 16
    private static let shortestOffer = Duration.microseconds(3)

    private let state = Atomic<UInt>(SerializerState.idle.rawValue)
    private let queue = Mutex(Queue<Work>())
    /// True if the delivering thread is running queued work. Accessed only by that thread.
    private let isDraining = Atomic<Bool>(false)
    /// Receives the reports of misuse.
    let creationSite = CreationSite.ofStage()

    /// Starts delivery unless another thread is delivering. After `.entered`, the caller must call ``leave()``.
    @inline(__always)
    func enter() -> SerializerEntry {
        let me = currentThreadID()
        let (entered, found) = state.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        return entered ? .entered : enter(me, found: SerializerState(rawValue: found))
    }

    /// True if this thread is delivering.
    ///
    /// If so, a caller that delivers no events can skip ``enter()``, which would run queued work first.
    var isDeliveringHere: Bool { deliveringThread == currentThreadID() }

    @inline(never)
    private func enter(_ me: UInt, found: SerializerState) -> SerializerEntry {
        switch found.entry(of: me) {
        case .reentered:
            WaitingSubjects.deliver(on: me)
            runQueued()
            // The loop that runs the queued work, further up the stack, also runs this work.
            return current.hasQueuedWork ? .busy : .reentered
        case .entered, .busy:
            // Queued work that is offered is taken over by queueing this work after it.
            return !found.isOffered && isFreedSoon(for: me) ? .entered : .busy
        }
    }

    private var current: SerializerState { SerializerState(rawValue: state.load(ordering: .relaxed)) }

    /// Enters if the delivering thread leaves during the checks. Returns whether this thread has entered.
    private func isFreedSoon(for me: UInt) -> Bool {
        for _ in 0..<Self.checks {
            for _ in 0..<Self.pause { _ = Self.unwritten.load(ordering: .relaxed) }
            switch current {
            case .idle:
                if state.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { return true }
            case .offered: return false
            default: break
            }
        }
        return false
    }

    /// The thread that is delivering, or 0.
    var deliveringThread: UInt { current.thread }

    /// Runs queued work, at most a turn, if this thread is delivering, unless a loop further up the stack runs it.
    func runQueuedHere() {
        if isDeliveringHere { runQueued() }
    }

    /// Stops delivering once the queued work has run or another thread has taken it over.
    @inline(__always)
    func leave() {
        let found = current
        if found.hasQueuedWork
            || !state.compareExchange(expected: found.rawValue, desired: 0, ordering: .releasing).exchanged
        {
            drainAndLeave()
        }
    }

    /// Queues work for the delivering thread; if that thread has just left, runs the work on this thread.
    ///
    /// - Parameter isEvent: true if this thread is sending an event. A thread that subscribes or disposes doesn't take
    ///   over queued events.
    func enqueue(isEvent: Bool = true, _ work: @escaping Work) {
        let me = currentThreadID()
        let (count, hasTakenOver) = queue.withLock { queue in
            queue.append(work)
            return (queue.count, markQueued(by: me, takesOver: isEvent))
        }
        creationSite.checkBuffer(count)
        if hasTakenOver { drainAndLeave() }
    }

    /// Runs `work` immediately unless another thread is delivering; else queues it. See ``enqueue(isEvent:_:)``.
    func perform(isEvent: Bool = true, _ work: @escaping Work) {
        switch enter() {
        case .entered:
            work()
            leave()
        case .reentered:
            creationSite.beginNestedCall(true)
            work()
            creationSite.endNestedCall(true)
        case .busy: enqueue(isEvent: isEvent, work)
        }
    }

    /// Marks work as queued. Returns true if no thread was delivering: the caller is then the delivering thread.
    ///
    /// Called with the queue's lock held.
    private func markQueued(by me: UInt, takesOver: Bool) -> Bool {
        var found = current
        while true {
            if found.isOffered, !takesOver { return false }
            let (isMarked, changed) = state.weakCompareExchange(
                expected: found.rawValue, desired: found.queueing(by: me).rawValue, ordering: .acquiringAndReleasing)
            if isMarked { return found.thread == 0 }
            found = SerializerState(rawValue: changed)
        }
    }

    @inline(never)
    private func drainAndLeave() {
        let me = current.thread
        var start: ContinuousClock.Instant?
        var nextOffer: ContinuousClock.Instant?
        repeat {
            while !drain(atMost: Self.turn) {
                let end = ContinuousClock.now
                let duration = start.map { $0.duration(to: end) / Self.waitingPart } ?? .zero
                start = end
                if let nextOffer, end < nextOffer { continue }
                if isTakenOver(from: me, within: max(duration, Self.shortestOffer)) { return }
                let now = ContinuousClock.now
                start = now
                nextOffer = now + end.duration(to: now) * Self.waitingPart
            }
        } while !state.compareExchange(expected: me, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    /// Runs at most a turn of the queued work, unless a loop further up the stack runs it.
    private func runQueued() {
        if current.hasQueuedWork, !isDraining.load(ordering: .relaxed) { _ = drain(atMost: Self.turn) }
    }

    /// Runs queued work. Returns false after `limit` items if more is queued.
    private func drain(atMost limit: Int) -> Bool {
        isDraining.store(true, ordering: .relaxed)
        defer { isDraining.store(false, ordering: .relaxed) }
        for _ in 0..<limit {
            guard let work = takeQueued() else { return true }
            work()
        }
        return !current.hasQueuedWork
    }

    /// Offers the queued work to threads that send events. Returns true if one of them has taken over.
    private func isTakenOver(from me: UInt, within duration: Duration) -> Bool {
        let delivering = SerializerState(rawValue: me).queueing(by: me).rawValue
        let offered = SerializerState.offered.rawValue
        // Work is queued, so only this thread changes the state.
        state.store(offered, ordering: .releasing)
        let deadline = ContinuousClock.now + duration
        repeat {
            yieldThread()
            if state.load(ordering: .relaxed) != offered { return true }
        } while ContinuousClock.now < deadline
        return !state.compareExchange(expected: offered, desired: delivering, ordering: .acquiring).exchanged
    }

    /// Dequeues the oldest work. Called by the delivering thread.
    private func takeQueued() -> Work? {
        queue.withLock { queue in
            let work = queue.popFirst()
            if queue.isEmpty {
                // No other thread changes the state: it isn't idle, and marking queued work requires this lock.
                state.store(current.drained.rawValue, ordering: .relaxed)
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
