import Dispatch
import Stories
import Synchronization

/// Keeps the index of stories between the commits of one process.
///
/// Only the transaction that excludes other arrivals has the index; see ``StoreTransaction/lockArrivals()``. A transaction that
/// fails doesn't return it, and the next one reads it from the store.
final class StoryKeeper: Sendable {
    struct Known: Sendable {
        var index: StoryIndex
        /// The last item that the index has seen: those with higher numbers are from other processes.
        var last: (id: Int64, key: String)?
    }

    private struct State {
        var known: Known?
        /// True once a thread reads the index.
        var isBegun = false
    }

    private let state = Mutex(State())
    private let reading = DispatchGroup()

    /// Reads the index if nobody has; other threads wait for that.
    func begin(_ read: () throws -> Known) rethrows {
        let isFirst = state.withLock { state in
            if state.isBegun { return false }
            state.isBegun = true
            reading.enter()
            return true
        }
        guard isFirst else { return reading.wait() }
        defer { reading.leave() }
        put(try read())
    }

    /// Takes the index out; nil if it must be read from the store.
    func take() -> Known? { state.withLock { $0.known.take() } }

    func put(_ new: Known) {
        state.withLock { state in
            state.known = new
            state.isBegun = true
        }
    }
}
