import Synchronization

#if canImport(Glibc)
import CMalloc
#endif

/// Returns to the system the memory that live clients leave behind.
///
/// The C library keeps it for later allocations otherwise.
final class FreedMemory: Sendable {
    private struct State {
        /// The most clients since memory was returned.
        var most = 0
        var last = 0
        /// How often memory is still to be returned.
        var turns = 0
    }

    /// Connections, and what refers to them, are freed some time after their clients have left.
    private static let turns = 10

    private let state = Mutex(State())

    /// Returns memory if most clients have left. Called at regular intervals.
    func release(clients: Int) {
        #if canImport(Glibc)
        if isDue(clients: clients) { malloc_trim(0) }
        #endif
    }

    /// Whether at least half of the clients, and 100 of them, have left: once none has left since the last call, and the next times.
    func isDue(clients: Int) -> Bool {
        state.withLock { state in
            defer { state.last = clients }
            state.most = max(state.most, clients)
            if clients == state.last, clients * 2 <= state.most, state.most - clients >= 100 {
                (state.most, state.turns) = (clients, Self.turns)
            }
            guard state.turns > 0 else { return false }
            state.turns -= 1
            return true
        }
    }
}
