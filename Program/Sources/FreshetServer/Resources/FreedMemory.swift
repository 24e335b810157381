import Synchronization

#if canImport(Glibc)
import CMalloc
#endif

/// Returns memory freed by live clients and refreshes to the system.
///
/// The C library keeps it for later allocations otherwise.
final class FreedMemory: Sendable {
    private struct State {
        /// The most clients since memory was returned.
        var most = 0
        var last = 0
        /// The number of times that memory is still to be returned.
        var turns = 0
        /// The time at which memory was last returned.
        var returned: ContinuousClock.Instant
    }

    /// Connections, and what refers to them, are freed some time after their clients have left.
    private static let turns = 10
    /// The interval at which memory is returned while clients stay.
    private static let period = Duration.seconds(600)

    // A timer calls it on changing threads.
    private let state: Mutex<State>

    init(at now: ContinuousClock.Instant = .now) {
        state = Mutex(State(returned: now))
        #if canImport(Glibc)
        // Each arena keeps its own free memory, and there would be eight for each processor.
        mallopt(M_ARENA_MAX, 2)
        #endif
    }

    /// Returns memory if most clients have left, and every ten minutes. Called every second.
    func release(clients: Int) {
        #if canImport(Glibc)
        if isDue(clients: clients, at: .now) { malloc_trim(0) }
        #endif
    }

    /// True if at least half of the clients, and 100 of them, have left.
    ///
    /// It begins once none has left since the last call, and includes the next calls. Otherwise it is true ten minutes after
    /// the last time, however often this was called: timers of a busy machine are late.
    func isDue(clients: Int, at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            defer { state.last = clients }
            state.most = max(state.most, clients)
            if clients == state.last, clients * 2 <= state.most, state.most - clients >= 100 {
                (state.most, state.turns) = (clients, Self.turns)
            }
            guard state.turns > 0 || state.returned.duration(to: now) >= Self.period else { return false }
            state.turns = max(0, state.turns - 1)
            state.returned = now
            return true
        }
    }
}
