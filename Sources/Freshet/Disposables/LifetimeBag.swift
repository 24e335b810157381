import Synchronization

// Safe to share: all state is in a Mutex, but for the link.
/// The lifetimes of all the sources that a stage listens to at present. Adding and removing cost O(1).
final class LifetimeBag: LifetimeResource, @unchecked Sendable {
    /// Where a lifetime stands in the bag.
    typealias Slot = Int

    private struct State {
        var lifetimes: ContiguousArray<Lifetime?> = []
        var free: [Slot] = []
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Whether all lifetimes have ended, because the stage has or nobody listens any more.
    var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// A new lifetime in the bag, and its place; already disposed if the bag is.
    func insert() -> (Lifetime, Slot) {
        let lifetime = Lifetime()
        let slot: Slot? = state.withLock { state in
            if state.isDisposed { return nil }
            if let slot = state.free.popLast() {
                state.lifetimes[slot] = lifetime
                return slot
            }
            state.lifetimes.append(lifetime)
            return state.lifetimes.count - 1
        }
        guard let slot else {
            lifetime.dispose()
            return (lifetime, -1)
        }
        return (lifetime, slot)
    }

    /// Disposes the lifetime at `slot` and forgets it.
    func remove(_ slot: Slot) {
        let lifetime: Lifetime? = state.withLock { state in
            guard state.lifetimes.indices.contains(slot), let lifetime = state.lifetimes[slot] else { return nil }
            state.lifetimes[slot] = nil
            state.free.append(slot)
            return lifetime
        }
        lifetime?.dispose()
    }

    override func dispose() {
        let lifetimes = state.withLock { state in
            defer { state = State(isDisposed: true) }
            return state.lifetimes
        }
        for lifetime in lifetimes { lifetime?.dispose() }
    }
}
