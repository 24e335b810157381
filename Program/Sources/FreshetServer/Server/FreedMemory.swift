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
    }

    private let state = Mutex(State())

    /// Returns memory if most clients have left, and no more are leaving just now.
    func release(clients: Int) {
        #if canImport(Glibc)
        if isDue(clients: clients) { malloc_trim(0) }
        #endif
    }

    /// Whether at least half of the clients, and 100 of them, have left since the last time, and none since the last call.
    func isDue(clients: Int) -> Bool {
        state.withLock { state in
            defer { state.last = clients }
            state.most = max(state.most, clients)
            guard clients == state.last, clients * 2 <= state.most, state.most - clients >= 100 else { return false }
            state.most = clients
            return true
        }
    }
}
