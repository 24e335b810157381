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

    private let known = Mutex<Known?>(nil)

    var isEmpty: Bool { known.withLock { $0 == nil } }

    /// Takes the index out; nil if it must be read from the store.
    func take() -> Known? { known.withLock { $0.take() } }

    func put(_ new: Known) { known.withLock { $0 = new } }

    /// Keeps an index unless there is one, which is newer.
    func putIfEmpty(_ new: Known) { known.withLock { if $0 == nil { $0 = new } } }
}
