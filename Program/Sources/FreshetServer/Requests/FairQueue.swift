import Dispatch
import FeedStore
import Synchronization

/// A few threads for long work, shared in turns between accounts or networks (fair queuing).
///
/// Expensive work of one account, or of one network, delays that of others by a turn, and nothing else of the server.
final class FairQueue<Key: Hashable & Sendable>: Sendable {
    /// Work that waits for a thread.
    private struct Waiting: Sendable {
        let deadline: ContinuousClock.Instant
        /// Called with false after the deadline.
        let work: @Sendable (_ isInTime: Bool) -> Void
    }

    private struct State {
        var waiting: [Key: [Waiting]] = [:]
        /// The keys with waiting work, the next one first.
        var turns: [Key] = []
        var running: [Key: Int] = [:]
        /// The idle threads, each a serial queue.
        var free: [DispatchQueue]
    }

    private let threads: Int
    /// The time that work may wait for a thread.
    private let longestWait: Duration
    /// The time that work may run.
    private let timeout: Duration
    /// The maximum number that may wait for each key; further work would time out.
    private let mostWaiting: Int
    // Requests on many threads add to them.
    private let state: Mutex<State>

    /// - Parameters:
    ///   - threads: 2 or more; one key uses all but one of them.
    init(_ label: String, threads: Int = 2, timeout: Duration, longestWait: Duration, mostWaiting: Int = 32) {
        (self.threads, self.timeout) = (threads, timeout)
        (self.longestWait, self.mostWaiting) = (longestWait, mostWaiting)
        state = Mutex(State(free: (0..<threads).map { DispatchQueue(label: "\(label).\($0)") }))
    }

    /// Runs work, which must end at the instant it is given.
    ///
    /// Fails with ``FeedStoreError/tooSlow`` if no thread gets free in time, or if too much waits.
    func run<Value: Sendable>(
        for key: Key, _ work: @escaping @Sendable (ContinuousClock.Instant) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let isAdded = add(key) { [timeout] isInTime in
                continuation.resume(
                    with: Result {
                        if !isInTime { throw FeedStoreError.tooSlow }
                        return try work(.now + timeout)
                    })
            }
            if !isAdded { continuation.resume(throwing: FeedStoreError.tooSlow) }
        }
    }

    /// The number of waiting pieces of work.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
    /// The number of idle threads.
    var freeCount: Int { state.withLock { $0.free.count } }

    /// Queues work, and starts a thread if one is free; false if too much waits.
    private func add(_ key: Key, _ work: @escaping @Sendable (_ isInTime: Bool) -> Void) -> Bool {
        let added = Waiting(deadline: .now + longestWait, work: work)
        let isAdded = state.withLock { state in
            let own = state.waiting[key, default: []]
            if own.count >= mostWaiting { return false }
            if own.isEmpty { state.turns.append(key) }
            state.waiting[key] = own + [added]
            return true
        }
        if isAdded { startThread() }
        return isAdded
    }

    private func startThread() {
        guard let (key, next, thread) = state.withLock({ Self.next(&$0, atMost: threads - 1) }) else { return }
        thread.async { [self] in
            next.work(ContinuousClock.now < next.deadline)
            state.withLock { state in
                state.free.append(thread)
                let rest = state.running[key, default: 1] - 1
                state.running[key] = rest > 0 ? rest : nil
            }
            startThread()
        }
    }

    /// Takes the next work whose key uses fewer threads than `most`, and a thread for it.
    private static func next(_ state: inout State, atMost most: Int) -> (Key, Waiting, DispatchQueue)? {
        guard !state.free.isEmpty,
            let turn = state.turns.firstIndex(where: { state.running[$0, default: 0] < most })
        else { return nil }
        let key = state.turns.remove(at: turn)
        guard var own = state.waiting.removeValue(forKey: key), !own.isEmpty else { return nil }
        let next = own.removeFirst()
        if !own.isEmpty {
            state.waiting[key] = own
            state.turns.append(key)
        }
        state.running[key, default: 0] += 1
        return (key, next, state.free.removeLast())
    }
}
