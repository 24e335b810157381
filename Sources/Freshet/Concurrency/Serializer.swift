import Synchronization

// Safe to share: the owner is an atomic; the queue is in a Mutex.
/// Lets one thread at a time work, without holding a lock while it does.
///
/// The thread that finds nobody at work works; another thread looks for an instant, then leaves its work and goes, and the one at work does it before it stops;
/// the same thread entering again works at once. An uncontended entry and exit cost two atomic operations.
struct Serializer: ~Copyable, Sendable {
    /// What a thread is told when it enters.
    enum Entry {
        /// It works, and calls `leave` when it is done.
        case entered
        /// It is at work further up its stack: it works, and does not call `leave`.
        case reentered
        /// Another thread is at work: it calls `leave(behind:)`.
        case busy
    }

    /// How often a thread looks whether the one at work has gone: for a microsecond or so. With none two threads took four times as long in a merge.
    #if DEBUG
    // Tests are to meet what happens behind the last look.
    private static let looks = 1
    #else
    private static let looks = 64
    #endif
    /// How long it waits before each look, in reads of a place that nobody writes to. Looks without a pause take the owner's memory away from the thread at work
    /// again and again: one run of a merge in three took five times as long.
    private static let pause = 32
    private static let unwritten = Atomic<Int>(0)

    private let owner = Atomic<UInt>(0)
    private let waiting = Atomic<Int>(0)
    private let queue = Mutex<[@Sendable () -> Void]>([])
    /// What is told of misuse.
    let origin = Origin.ofStage()

    /// Does `work` now, or leaves it to the thread that is at work.
    ///
    /// `deferred` is asked only in the second case for work that can be kept.
    @inline(__always)
    func perform(_ work: () -> Void, deferred: () -> @Sendable () -> Void) {
        let entry = enter()
        if entry == .busy { return leave(behind: deferred()) }
        origin.descends(entry == .reentered)
        work()
        origin.ascends(entry == .reentered)
        if entry == .entered { leave() }
    }

    @inline(__always)
    func enter() -> Entry {
        let me = currentThreadID()
        let (won, found) = owner.compareExchange(expected: 0, desired: me, ordering: .sequentiallyConsistent)
        if won || found != me && isSoonFree(for: me) {
            if waiting.load(ordering: .sequentiallyConsistent) > 0 { workOff() }
            return .entered
        }
        return found == me ? .reentered : .busy
    }

    /// Whether the thread at work leaves soon, and this one enters: that costs less than to leave work behind.
    @inline(never)
    private func isSoonFree(for me: UInt) -> Bool {
        for _ in 0..<Self.looks {
            for _ in 0..<Self.pause { _ = Self.unwritten.load(ordering: .relaxed) }
            if owner.load(ordering: .relaxed) == 0,
                owner.compareExchange(expected: 0, desired: me, ordering: .sequentiallyConsistent).exchanged
            {
                return true
            }
        }
        return false
    }

    @inline(__always)
    func leave() {
        owner.store(0, ordering: .sequentiallyConsistent)
        if waiting.load(ordering: .sequentiallyConsistent) > 0 { workOffIfFree() }
    }

    /// Leaves `work` to the thread that is at work; does it here if that one has just gone.
    func leave(behind work: @escaping @Sendable () -> Void) {
        let count = queue.withLock { queue in
            queue.append(work)
            // In here, so that it is counted before anybody takes it: a count below that of the queue would hide the work of others.
            waiting.add(1, ordering: .sequentiallyConsistent)
            return queue.count
        }
        origin.keeps(count)
        workOffIfFree()
    }

    private func workOffIfFree() {
        let me = currentThreadID()
        while waiting.load(ordering: .sequentiallyConsistent) > 0,
            owner.compareExchange(expected: 0, desired: me, ordering: .sequentiallyConsistent).exchanged
        {
            workOff()
            owner.store(0, ordering: .sequentiallyConsistent)
        }
    }

    private func workOff() {
        while true {
            let batch = queue.withLock { queue in
                let batch = queue
                queue.removeAll()
                return batch
            }
            if batch.isEmpty { return }
            for work in batch { work() }
            waiting.subtract(batch.count, ordering: .sequentiallyConsistent)
        }
    }
}

extension Serializer {
    /// A serializer that closures can share.
    final class Shared: Sendable {
        let serializer = Serializer()
    }
}
